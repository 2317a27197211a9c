import type { Thing } from './thing.ts'
import type { ThingAccess } from './thingAccess.ts'

/** A column that is drawn. `index` counts things; `left` and `width` in px; `starts`: the first of its kind, after others. */
export type Column = {
  thing: Thing
  access: ThingAccess | undefined
  index: number
  left: number
  width: number
  /** The same page with the access to it open. */
  href: string
  starts: boolean
}
