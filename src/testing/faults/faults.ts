import faults from './faults.json' with { type: 'json' }

/**
 * Deliberate faults for tests, listed in faults.json. `addFaults` inserts the data, `withFaults` makes
 * responses about it fail.
 */

/**
 * `value` is a status for `status`, seconds for `busy`, and ms for `slow` (null: never). `writes` responds
 * correctly, but writes to its contents can fail.
 */
export type ClassFaultKind =
  | 'status'
  | 'busy'
  | 'busyBare'
  | 'html'
  | 'malformedJson'
  | 'emptyBody'
  | 'slow'
  | 'once401'
  | 'flaky'
  | 'loose'
  | 'broken'
  | 'hostile'
  | 'large'
  | 'writes'

/** Every response about class `id` has this fault. */
export type FaultClass = {
  id: number
  name: string
  kind: ClassFaultKind
  value: number | null
  says: string
}

/**
 * `lost`: the write succeeds, the response is an error. `broken`: it succeeds, the response breaks off.
 * `cut`: it breaks off before the write. `late`: it is delayed.
 */
export type WriteFaultKind = 'lost' | 'broken' | 'cut' | 'fails' | 'busy' | 'busyBare' | 'late'

export type WriteFault = {
  id: number
  name: string
  /** Every write, or only the first of its kind since the service started. */
  kind: WriteFaultKind | `${WriteFaultKind}First`
  /** Status, seconds for `busy`, or ms for `late` (null: never). */
  value: number | null
  /** Reading works as usual. */
  says: string
  /** The only kind of write with this fault. By default every other write. */
  only?: 'upload' | 'creation'
}

type FaultJson = { id: number; name?: string; value?: number; kind: string; says: string; only?: string }
const toFaults = <Fault extends FaultClass | WriteFault>(list: readonly FaultJson[]): readonly Fault[] =>
  list.map(fault => ({ name: `Fault ${fault.id}`, value: null, ...fault }) as unknown as Fault)

/** Each user may request them by ID, except the last four. No list of memberships contains them. */
export const faultClasses = toFaults<FaultClass>(faults.classes)

export const faultHomeworkClass = 9100

/**
 * Homework of Jana Albrecht and Omar Ruiz with ten pupils of 8b. "First" counts per pupil. The database
 * counts writes in `corrections` and `hand_ins`.
 */
export const faultHomework = toFaults<WriteFault>(faults.homework)

/** Each submission contains one attack of hostile.json, or content that is hard to display (`oddHandIns`). */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const

/**
 * Chats in which writes fail, for `faultChatMembers` only. "First" counts per user and body. The database
 * counts writes: rows, and the chat's `version`.
 */
export const faultChats = toFaults<WriteFault>(faults.chats)

/** Login names: `admin` administers the chats, `writer` writes in them. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

/** Every message of this chat is an attack. */
export const hostileChat = 9211

export const faultFolderIds = { courseId: 9102, parent: 9300 } as const

/**
 * Folders in which writes fail. "First" counts per file for uploads, per name for entries. The database has a
 * row per write.
 */
export const faultFolders = toFaults<WriteFault>(faults.folders)
