/**
 * What goes wrong on purpose in a school made with faults, for tests and for looking at what the app does. `addFaults` puts
 * the classes, homework, chats and folders into the school, `withFaults` makes the service's answers about them go wrong.
 */

/**
 * Ways an answer about a class can go wrong. `value` is a status for `status`, seconds for `busy`, milliseconds for
 * `slow` (null: never answers).
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
  | 'access'
  | 'writes'

/** Every answer about class `id` goes wrong as `says` tells. */
export type FaultClass = {
  id: number
  name: string
  kind: ClassFaultKind
  value: number | null
  says: string
}

const classFault = (id: number, kind: ClassFaultKind, value: number | null, says: string): FaultClass => ({
  ...{ id, name: `Fault ${id}`, kind, value, says },
})

/** A class of real pupils that answers rightly; what is in it goes wrong when it is written to. */
const faultyInside = (id: number, name: string, says: string): FaultClass => ({
  ...{ id, name, kind: 'writes', value: null, says },
})

/**
 * Everybody signed in may ask for all but the last four by their number: they hold nobody's data. None stands in the list
 * of anybody's memberships.
 */
export const faultClasses: readonly FaultClass[] = [
  classFault(9001, 'status', 500, 'status 500 with the error body'),
  classFault(9002, 'status', 502, 'status 502 with the error body'),
  classFault(9003, 'status', 503, 'status 503 with the error body'),
  classFault(9004, 'status', 404, 'status 404 with the error body'),
  classFault(9005, 'status', 401, 'status 401, whatever the token: ends the session'),
  classFault(9006, 'status', 403, 'status 403 with the error body'),
  classFault(9007, 'status', 501, 'status 501 with the error body'),
  classFault(9010, 'busy', 20, 'status 429 with Retry-After 20 and the rate headers used up'),
  classFault(9011, 'busyBare', null, 'status 429 without any header or body that says when'),
  classFault(9020, 'html', null, 'status 200 with an HTML page'),
  classFault(9021, 'malformedJson', null, 'status 200 with JSON that breaks off'),
  classFault(9022, 'emptyBody', null, 'status 200 with nothing in it'),
  classFault(9030, 'slow', null, 'no answer until the request is given up'),
  classFault(9031, 'slow', 8000, 'an answer after 8 seconds'),
  classFault(9040, 'once401', null, 'status 401 to the first request of a person in a minute, then fine'),
  classFault(9041, 'flaky', null, 'status 503 to every first of two requests for the same thing'),
  classFault(9050, 'loose', null, 'every looseness a service may have (cases 18): all of it readable'),
  classFault(9051, 'broken', null, 'rows without id or date, of wrong types, twice (cases 19)'),
  classFault(9052, 'hostile', null, 'script, writing direction and addresses as text (cases 13, 14)'),
  classFault(9053, 'large', null, 'a timeline of 366 days of ten hours, and 2,000 homeworks of 5 MB'),
  classFault(9060, 'access', null, 'content that targets nobody knows have access to (faultyAccess.ts)'),
  faultyInside(9100, 'Fault homework', 'its homework goes wrong when it is corrected: `faultHomework`'),
  faultyInside(9101, 'Fault files', 'its files make no tree: circles, orphans, files in files'),
  faultyInside(
    9102,
    'Fault folders',
    'in its folders writes go wrong: `faultFolders`; strange names of files',
  ),
  faultyInside(9103, 'Odd class', 'names that do not fit and shapes nobody has heard of (oddSchool.ts)'),
]

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

const writeFault = (
  id: number,
  name: string,
  kind: WriteFault['kind'],
  value: number | null,
  says: string,
  only?: WriteFault['only'],
): WriteFault => ({ id, name, kind, value, says, ...(only && { only }) })

/** The class it is of. */
export const faultHomeworkClass = 9100

/**
 * Homework with ten pupils of 8b each who handed in; "first" is the first of each pupil. Jana Albrecht and Omar Ruiz
 * correct it, Mika Sommer and Aiko Tanaka are among the pupils. How often each was really corrected and handed in stands
 * in the store, `corrections` and `hand_ins` of its submission.
 */
export const faultHomework: readonly WriteFault[] = [
  writeFault(101, 'Answer lost', 'lostFirst', 502, 'the first is done, then answered with status 502'),
  writeFault(102, 'Connection lost', 'brokenFirst', null, 'the first is done, then the answer breaks off'),
  writeFault(103, 'Error once', 'failsFirst', 500, 'the first is not done: status 500'),
  writeFault(104, 'Busy once', 'busyFirst', 2, 'the first is not done: status 429 with Retry-After 2'),
  writeFault(105, 'Slow', 'late', 4000, 'each is done at once and answered 4 seconds later'),
  writeFault(106, 'Refused token once', 'failsFirst', 401, 'the first is not done: status 401'),
  writeFault(107, 'Upload lost', 'lostFirst', 502, 'the first is stored, then status 502', 'upload'),
  writeFault(108, 'Upload fails once', 'failsFirst', 503, 'the first is not stored: status 503', 'upload'),
  writeFault(109, 'Refused', 'fails', 422, 'none is ever done: status 422'),
  writeFault(110, 'Refused token', 'fails', 401, 'none is ever done: status 401, which ends the session'),
  writeFault(111, 'Never answered', 'late', null, 'each is done at once and never answered'),
]

/**
 * Homework of the same class in which each pupil tries one trick (hostileRenderings.ts, hostileFiles.ts), or hands in what
 * nobody should have to read (`oddHandIn` in fillFaultHomework.ts).
 */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const

/**
 * Chats in which sending, deleting, voting and reacting go wrong; "first" is the first time somebody sends just this. In
 * none of the lists of the people that look at the demo: their members are `faultChatMembers`. What was really sent stands
 * in the store, a row a message, and every change once in the `version` of its chat, so that a test can count.
 */
export const faultChats: readonly WriteFault[] = [
  writeFault(9201, 'Answer lost', 'lostFirst', 502, 'the first is done, then answered with status 502'),
  writeFault(9202, 'Connection lost', 'brokenFirst', null, 'the first is done, then the answer breaks off'),
  writeFault(9203, 'Error once', 'failsFirst', 500, 'the first is not done: status 500'),
  writeFault(9204, 'Busy once', 'busyFirst', 2, 'the first is not done: status 429 with Retry-After 2'),
  writeFault(
    9205,
    'Busy once without a word',
    'busyBareFirst',
    null,
    'the first is not done: status 429 without any header or body that says when',
  ),
  writeFault(9206, 'Slow', 'late', 4000, 'each is done at once and answered 4 seconds later'),
  writeFault(9207, 'Refused token once', 'failsFirst', 401, 'the first is not done: status 401'),
  writeFault(9208, 'Refused', 'fails', 422, 'none is ever done: status 422'),
  writeFault(9209, 'Never answered', 'late', null, 'each is done at once and never answered'),
  writeFault(9210, 'Error', 'fails', 500, 'none is ever done: status 500'),
]

/** Login names: a teacher who administers them all and a pupil who writes in them. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

/** A chat of the same people in which all that is said is a trick (hostileTalk.ts). */
export const hostileChat = 9211

/** The class they are in, and the folder that holds them. */
export const faultFolderIds = { courseId: 9102, parent: 9300 } as const

/**
 * Folders in which writes go wrong; "first" is the first upload to each file, or the first creation of each name. What was
 * really stored stands in the store, a row a file and a document a version, so that a test can count.
 */
export const faultFolders: readonly WriteFault[] = [
  writeFault(9301, 'Upload lost', 'lostFirst', 502, 'the first upload is stored, then status 502', 'upload'),
  writeFault(
    9302,
    'Connection lost',
    'brokenFirst',
    null,
    'the first upload is stored, then the answer breaks off',
    'upload',
  ),
  writeFault(9303, 'Breaks off once', 'cutFirst', null, 'the first upload is not stored', 'upload'),
  writeFault(9304, 'Error once', 'failsFirst', 500, 'the first upload is not stored: status 500', 'upload'),
  writeFault(9305, 'Busy once', 'busyFirst', 2, 'the first upload is not stored: status 429', 'upload'),
  writeFault(9306, 'Too large', 'fails', 413, 'no upload is ever stored: status 413', 'upload'),
  writeFault(9307, 'Storage full', 'fails', 507, 'no upload is ever stored: status 507', 'upload'),
  writeFault(9308, 'Slow', 'late', 4000, 'each upload is stored, and answered 4 seconds later', 'upload'),
  writeFault(9309, 'Never answered', 'late', null, 'each upload is stored and never answered', 'upload'),
  writeFault(9310, 'Creation lost', 'lostFirst', 502, 'the first is made, then status 502', 'creation'),
  writeFault(9311, 'Creation fails once', 'failsFirst', 500, 'the first is not made: status 500', 'creation'),
]
