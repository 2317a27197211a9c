import faults from './faults.json' with { type: 'json' }

/**
 * What goes wrong on purpose in a school made with faults, for tests and for looking at what the app does: faults.json lists
 * it. `addFaults` puts the classes, homework, chats and folders into the school, `withFaults` makes the service's answers
 * about them go wrong.
 */

/**
 * Ways an answer about a class can go wrong. `value` is a status for `status`, seconds for `busy`, milliseconds for
 * `slow` (null: never answers). A class of real pupils that answers rightly is one of `writes`: what is in it goes wrong when
 * it is written to.
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

/** Every answer about class `id` goes wrong as `says` tells. */
export type FaultClass = {
  id: number
  name: string
  kind: ClassFaultKind
  value: number | null
  says: string
}

/** `cut` breaks off before anything is done, `broken` in the middle of the answer. */
export type Way = 'lost' | 'broken' | 'cut' | 'fails' | 'busy' | 'busyBare' | 'late'

export type WriteFault = {
  id: number
  name: string
  /** Every write, or only the first of its kind since the service started. */
  kind: Way | `${Way}First`
  /** A status; of `busy` seconds; of `late` milliseconds, or null: never answered. */
  value: number | null
  /** What happens. Reading is as ever. */
  says: string
  /** To what alone it happens, where not to every other write. */
  only?: 'upload' | 'creation'
}

type Written = { id: number; name?: string; value?: number; kind: string; says: string; only?: string }
const listed = <Fault extends FaultClass | WriteFault>(list: readonly Written[]): readonly Fault[] =>
  list.map(each => ({ name: `Fault ${each.id}`, value: null, ...each }) as unknown as Fault)

/**
 * Everybody signed in may ask for all but the last four by their number: they hold nobody's data. None stands in the list
 * of anybody's memberships.
 */
export const faultClasses = listed<FaultClass>(faults.classes)

/** The class it is of. */
export const faultHomeworkClass = 9100

/**
 * Homework with ten pupils of 8b each who handed in; "first" is the first of each pupil. Jana Albrecht and Omar Ruiz
 * correct it, Mika Sommer and Aiko Tanaka are among the pupils. How often each was really corrected and handed in stands
 * in the store, `corrections` and `hand_ins` of its submission.
 */
export const faultHomework = listed<WriteFault>(faults.homework)

/**
 * Homework of the same class in which each pupil tries one trick of hostile.json, or hands in what nobody should have to
 * read (`oddHandIns` there).
 */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const

/**
 * Chats in which sending, deleting, voting and reacting go wrong; "first" is the first time somebody sends just this. In
 * none of the lists of the people that look at the demo: their members are `faultChatMembers`. What was really sent stands
 * in the store, a row a message, and every change once in the `version` of its chat, so that a test can count.
 */
export const faultChats = listed<WriteFault>(faults.chats)

/** Login names: a teacher who administers them all and a pupil who writes in them. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

/** A chat of the same people in which all that is said is a trick. */
export const hostileChat = 9211

/** The class they are in, and the folder that holds them. */
export const faultFolderIds = { courseId: 9102, parent: 9300 } as const

/**
 * Folders in which writes go wrong; "first" is the first upload to each file, or the first creation of each name. What was
 * really stored stands in the store, a row a file and a document a version, so that a test can count.
 */
export const faultFolders = listed<WriteFault>(faults.folders)
