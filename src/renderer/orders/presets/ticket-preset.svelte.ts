import type { Preset } from '../../../shared/orders/ticket-settings.ts'
import type { TicketFields } from '../ticket/ticket-fields.ts'
import { aboutOf, partOf, presetFor, type PresetField, type PresetPart } from './presets.ts'

/** The preset that goes with a ticket as its fields change, and what of them comes from it. */
export class TicketPreset {
  /** What the person typed, or what it was opened with: no preset changes that. */
  readonly #typed: Set<keyof TicketFields>
  readonly #declined = new Set<string>()
  #used = $state.raw<{ preset: Preset; put: PresetPart; before: PresetPart } | null>(null)

  constructor(typed: readonly (keyof TicketFields)[]) {
    this.#typed = new Set(typed)
  }

  learnTyped(field: keyof TicketFields): void {
    this.#typed.add(field)
  }

  /** The one that something in these fields comes from. */
  usedIn(fields: TicketFields): Preset | null {
    return this.fieldsIn(fields).length === 0 ? null : (this.#used?.preset ?? null)
  }

  /** What comes from it and was not changed since. */
  fieldsIn(fields: TicketFields): readonly PresetField[] {
    const { put = {} } = this.#used ?? {}
    return (Object.keys(put) as PresetField[]).filter((field) => fields[field] === put[field])
  }

  /** Not this one again, in this ticket. */
  decline(): void {
    if (this.#used !== null) this.#declined.add(this.#used.preset.id)
  }

  /** The fields as the preset has them that fits by now: what another put in goes with it, but for what was changed since. */
  follow(now: TicketFields, presets: readonly Preset[]): TicketFields {
    const fits =
      now.exit === 'YES'
        ? null
        : presetFor(
            presets.filter(({ id }) => !this.#declined.has(id)),
            aboutOf(now),
          )
    if (fits?.id === this.#used?.preset.id) return now
    const before = this.#used?.before ?? {}
    const gone = this.fieldsIn(now)
    const back = Object.fromEntries(
      gone
        // A quantity that was typed goes on counting what it counted.
        .filter((field) => field !== 'unit' || gone.includes('quantity'))
        .map((field) => [field, before[field]]),
    ) as PresetPart
    const fields = { ...now, ...back }
    const put = fits === null ? {} : partOf(fits, fields, this.#typed)
    const kept = Object.keys(put).map((field) => [field, fields[field as PresetField]])
    this.#used =
      fits === null ? null : { preset: fits, put, before: Object.fromEntries(kept) as PresetPart }
    return { ...fields, ...put }
  }
}
