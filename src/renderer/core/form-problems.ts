/**
 * What is wrong with what was typed, by field: the rest of a sentence about the field, and always
 * in the way. What the desk says of an order is another thing (`Problem` in shared/orders): it is
 * about an order that could be read, and may also only ask or tell.
 */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, string>>>

/** A form that was read: what it asks of the desk, or what is wrong with it. */
export type CheckedForm<Input, Field extends string> =
  | { ok: true; input: Input }
  | { ok: false; problems: Problems<Field> }

type Path = readonly PropertyKey[]

/** One problem a field: in a form's own words where the schema speaks of types, which nobody typed. */
export function problemsByField<Field extends string>(
  issues: readonly { path: Path; message: string }[],
  fieldAt: (path: Path) => Field,
  ownWords?: Problems<Field>,
): Problems<Field> {
  const problems: Partial<Record<Field, string>> = {}
  for (const { path, message } of issues) {
    const field = fieldAt(path)
    problems[field] ??= ownWords?.[field] ?? message
  }
  return problems
}
