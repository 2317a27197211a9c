import type { uploadWays, ways } from './faultAnswers.ts'

/**
 * Ways a write about a pupil's submission can go wrong; "first" is the first of each pupil since the service started.
 * `value` is a status, or for `busyFirst` seconds and for `late` milliseconds (null: never answers).
 */
export type WriteFaultKind = keyof typeof ways | keyof typeof uploadWays

export type FaultHomework = {
  id: number
  text: string
  kind: WriteFaultKind
  value: string | null
  /** What happens to corrections and hand-ins, or to uploads. The rest of it is as ever. */
  says: string
}

/** The class it is of. */
export const faultHomeworkClass = 9100

/** The numbers such homework has, so that no other is looked up. */
export const faultHomeworkIds = { first: 101, last: 119 } as const

const fault = (
  id: number,
  text: string,
  kind: WriteFaultKind,
  value: number | null,
  says: string,
): FaultHomework => ({ id, text, kind, value: value === null ? null : String(value), says })

/**
 * Homework of the class 9100 of the seed school, each with ten pupils of 8b who handed in. Jana Albrecht and Omar Ruiz
 * correct it, Mika Sommer and Aiko Tanaka are among the pupils. How often each was really corrected and handed in stands
 * in the store, `corrections` and `hand_ins` of its submission.
 */
export const faultHomework: readonly FaultHomework[] = [
  fault(101, 'Answer lost', 'lostFirst', 502, 'the first is done, then answered with status 502'),
  fault(102, 'Connection lost', 'brokenFirst', null, 'the first is done, then the answer breaks off'),
  fault(103, 'Error once', 'failsFirst', 500, 'the first is not done: status 500'),
  fault(104, 'Busy once', 'busyFirst', 2, 'the first is not done: status 429 with Retry-After 2'),
  fault(105, 'Slow', 'late', 4000, 'each is done at once and answered 4 seconds later'),
  fault(106, 'Refused token once', 'failsFirst', 401, 'the first is not done: status 401'),
  fault(
    107,
    'Upload lost',
    'lostFirstUpload',
    502,
    'the first upload is stored, then answered with status 502',
  ),
  fault(108, 'Upload fails once', 'failsFirstUpload', 503, 'the first upload is not stored: status 503'),
  fault(109, 'Refused', 'fails', 422, 'none is ever done: status 422'),
  fault(110, 'Refused token', 'fails', 401, 'none is ever done: status 401, which ends the session'),
  fault(111, 'Never answered', 'late', null, 'each is done at once and never answered'),
]

/**
 * Homework of the same class in which each pupil tries one trick (school/faults/hostileRenderings.ts, hostileFiles.ts), or
 * hands in what nobody should have to read (`oddHandIn` in fillFaultHomework.ts).
 */
export const hostileHomework = { renderings: 112, files: 113, odd: 114 } as const
