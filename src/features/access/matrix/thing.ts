import type { ResourceField } from '../../../contract/permissions.ts'
import type { Group } from './group.ts'

/** Kinds of content that can be listed, in the order of the columns. */
export const thingKinds = ['subject', 'chat', 'homework', 'file'] as const
export type ThingKind = (typeof thingKinds)[number]

/** One piece of content: a column of the matrix. `name` is harmless, of one line, and '' where the service has none. */
export type Thing = {
  /** `todo_id.42`. */
  key: string
  of: { field: ResourceField; id: number }
  kind: ThingKind
  name: string
  /** The name as it is searched. */
  folded: string
  /** CSS colour of its subject. */
  colour?: string | undefined
  /** What stands under the name: the day homework is due (`YYYY-MM-DD`), or who teaches a subject. */
  due?: string | undefined
  teacher?: string | undefined
  isFolder?: boolean | undefined
  /** Whether the reader sees who has access, as its list tells; undefined where it doesn't: nothing is asked then. */
  seesAccess?: boolean | undefined
}

export type ThingGroup = Group<ThingKind, Thing>

/** The content a key names; see `Thing.key`. */
export const thingKey = (field: ResourceField, id: number): string => `${field}.${id}`
