import faults from './faults.json' with { type: 'json' }

/**
 * Deliberate faults for tests and for trying out the app, listed in faults.json. `addFaults` inserts the classes,
 * homework, chats and folders. `withFaults` makes the service's responses about them fail.
 */

/**
 * Faults of responses about a class. `value` is a status for `status`, seconds for `busy`, and ms for `slow` (null:
 * never responds). A class of kind `writes` responds correctly, but writes to its contents can fail.
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

/** Every response about class `id` has the fault that `says` describes. */
export type FaultClass = {
  id: number
  name: string
  kind: ClassFaultKind
  value: number | null
  says: string
}

/**
 * `lost`: the write succeeds, the response is an error. `broken`: it succeeds, the response breaks off. `cut`: the
 * response breaks off before the write. `late`: the response is delayed.
 */
export type Way = 'lost' | 'broken' | 'cut' | 'fails' | 'busy' | 'busyBare' | 'late'

export type WriteFault = {
  id: number
  name: string
  /** Every write, or only the first of its kind since the service started. */
  kind: Way | `${Way}First`
  /** Status of the error, or seconds for `busy`, or ms for `late` (null: never responds). */
  value: number | null
  /** Description of the fault. Reading works as usual. */
  says: string
  /** The only kind of write with this fault. Without it, every other write of this homework or folder has it. */
  only?: 'upload' | 'creation'
}

type Written = { id: number; name?: string; value?: number; kind: string; says: string; only?: string }
const listed = <Fault extends FaultClass | WriteFault>(list: readonly Written[]): readonly Fault[] =>
  list.map(each => ({ name: `Fault ${each.id}`, value: null, ...each }) as unknown as Fault)

/**
 * Each signed-in user may request them by ID, except the last four. They contain no data of real people and are in no
 * list of memberships.
 */
export const faultClasses = listed<FaultClass>(faults.classes)

/** Class of `faultHomework` and `hostileHomework`. */
export const faultHomeworkClass = 9100

/**
 * Homework of Jana Albrecht and Omar Ruiz with submissions of ten pupils of 8b, among them Mika Sommer and Aiko Tanaka.
 * "First" counts per pupil. The database counts the real writes in `corrections` and `hand_ins` of each submission.
 */
export const faultHomework = listed<WriteFault>(faults.homework)

/**
 * Homework of the same class. Each submission contains one attack of hostile.json, or content that is hard to display
 * (`oddHandIns` there).
 */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const

/**
 * Chats in which sending, deleting, voting and reacting fail. "First" counts per user and request body. Only
 * `faultChatMembers` see them, so they are in no list of the demo's other users. Tests count the real writes in the
 * database: a row per message, and each change in the chat's `version`.
 */
export const faultChats = listed<WriteFault>(faults.chats)

/** Login names of the members: a teacher who administers the chats and a pupil who writes in them. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

/** ID of a chat of the same members in which every message is an attack. */
export const hostileChat = 9211

/** Class of `faultFolders`, and the folder that contains them. */
export const faultFolderIds = { courseId: 9102, parent: 9300 } as const

/**
 * Folders in which writes fail. "First" counts per file for uploads and per name for new entries. Tests count the real
 * writes in the database: a row per file and a document per version.
 */
export const faultFolders = listed<WriteFault>(faults.folders)
