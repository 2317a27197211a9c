import type { creationWays, uploadWays } from './faultAnswers.ts'

/**
 * Ways a write in a folder can go wrong; "first" is the first upload to each file, or the first creation of each name,
 * since the service started. `value` is a status, or for `busyFirstUpload` seconds and for `lateUpload` milliseconds
 * (null: never answers).
 */
export type FolderFaultKind = keyof typeof uploadWays | keyof typeof creationWays

export type FaultFolder = {
  id: number
  name: string
  kind: FolderFaultKind
  value: string | null
  /** What happens to what is uploaded to files in it, or to what is made in it. Reading is as ever. */
  says: string
}

/** The class they are in, the folder that holds them, and the numbers such folders have, so that no other is looked up. */
export const faultFolderIds = { courseId: 9102, parent: 9300, first: 9301, last: 9319 } as const

const fault = (
  id: number,
  name: string,
  kind: FolderFaultKind,
  value: number | null,
  says: string,
): FaultFolder => ({ id, name, kind, value: value === null ? null : String(value), says })

/**
 * Folders of the seed school in which writes go wrong. What was really stored stands in the store, a row a file and a
 * document a version, so that a test can count.
 */
export const faultFolders: readonly FaultFolder[] = [
  fault(
    9301,
    'Upload lost',
    'lostFirstUpload',
    502,
    'the first upload is stored, then answered with status 502',
  ),
  fault(
    9302,
    'Connection lost',
    'brokenFirstUpload',
    null,
    'the first upload is stored, then the answer breaks off',
  ),
  fault(9303, 'Breaks off once', 'cutFirstUpload', null, 'the first upload breaks off and is not stored'),
  fault(9304, 'Error once', 'failsFirstUpload', 500, 'the first upload is not stored: status 500'),
  fault(
    9305,
    'Busy once',
    'busyFirstUpload',
    2,
    'the first upload is not stored: status 429 with Retry-After 2',
  ),
  fault(9306, 'Too large', 'failsUpload', 413, 'no upload is ever stored: status 413'),
  fault(9307, 'Storage full', 'failsUpload', 507, 'no upload is ever stored: status 507'),
  fault(9308, 'Slow', 'lateUpload', 4000, 'each upload is stored at once and answered 4 seconds later'),
  fault(9309, 'Never answered', 'lateUpload', null, 'each upload is stored at once and never answered'),
  fault(9310, 'Creation lost', 'lostFirstCreation', 502, 'the first is made, then answered with status 502'),
  fault(9311, 'Creation fails once', 'failsFirstCreation', 500, 'the first is not made: status 500'),
]
