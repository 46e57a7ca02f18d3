import * as z from 'zod'
import { nameOf } from '../core/names.ts'

/** The panels' places, as the frame of the panels writes them. */
export const Layout = z.string().max(100_000)

/** A layout that a person gave a name. */
export const NamedLayout = z.strictObject({
  name: nameOf(40),
  layout: Layout,
})
export type NamedLayout = z.infer<typeof NamedLayout>

export const mostLayouts = 20
export const NamedLayouts = z.array(NamedLayout).max(mostLayouts)
