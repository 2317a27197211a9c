import faults from './faults.json' with { type: 'json' }

/**
 * Deliberate faults, listed in faults.json. `addFaults` inserts the data, `withFaults` changes the responses.
 */

/**
 * `value` is a status for `status`, seconds for `busy`, and ms for `slow` (null: never). With `writes`, only
 * writes fail.
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
  /** Applies to every write, or only to the first one since the service started. */
  kind: WriteFaultKind | `${WriteFaultKind}First`
  /** Status, seconds for `busy`, or ms for `late` (null: never). */
  value: number | null
  says: string
  /** Restricts the fault to this kind of write. By default it applies to all others. */
  only?: 'upload' | 'creation'
}

type FaultJson = { id: number; name?: string; value?: number; kind: string; says: string; only?: string }
const toFaults = <Fault extends FaultClass | WriteFault>(list: readonly FaultJson[]): readonly Fault[] =>
  list.map(fault => ({ name: `Fault ${fault.id}`, value: null, ...fault }) as unknown as Fault)

/** Users can request them by ID. No list of memberships contains them. */
export const faultClasses = toFaults<FaultClass>(faults.classes)

export const faultHomeworkClass = 9100

/**
 * Homework of Jana Albrecht and Omar Ruiz with ten pupils of 8b. "First" is counted per pupil. The columns
 * `corrections` and `hand_ins` count stored writes.
 */
export const faultHomework = toFaults<WriteFault>(faults.homework)

/** Each submission contains an attack of hostile.json, or content that is hard to display. */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const

/**
 * Chats of `faultChatMembers`. "First" is counted per user and body. The chat's `version` counts stored
 * writes.
 */
export const faultChats = toFaults<WriteFault>(faults.chats)

/** Login names. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

export const hostileChat = 9211

export const faultFolderIds = { courseId: 9102, parent: 9300 } as const

/** "First" is counted per file for uploads, per name for entries. Each stored write is a row. */
export const faultFolders = toFaults<WriteFault>(faults.folders)
