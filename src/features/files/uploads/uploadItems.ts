import { isRecord } from '../../../lib/isRecord.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { fileCreateWrite, fileTakeBackWrite, fileUploadWrite, VersionSeen } from './fileWrites.ts'

/**
 * `waiting`: queued, offline, or its folder does not exist yet. `sending`: in flight. `failed` and `uncertain`: the
 * user has to decide. `leaving`: it is being cancelled.
 */
type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'uncertain' | 'leaving'

/** A file or folder of an upload, with its writes in order. */
export type UploadItem = {
  /** Its lane. */
  id: string
  group: string
  name: string
  isFolder: boolean
  /** In bytes, 0 for a folder. */
  size: number
  state: UploadState
  /** Error because of which it failed or is delayed. */
  error: Write['error']
  /** Number of completed requests and of all requests. */
  steps: { done: number; all: number }
  creation: Write | undefined
  upload: Write | undefined
  takeBack: Write | undefined
}

/** Returns the uploads in the outbox, in the order in which they were picked. */
export function uploadItems(writes: readonly Write[]): UploadItem[] {
  const lanes = Map.groupBy(writes, ({ lane }) => lane)
  return [...lanes].flatMap(([lane, its]) => itemOf(lane, its) ?? [])
}

function itemOf(id: string, writes: readonly Write[]): UploadItem | undefined {
  const of = (kind: string) => writes.find(write => write.kind === kind)
  const creation = of(fileCreateWrite.name)
  const upload = of(fileUploadWrite.name)
  const takeBack = of(fileTakeBackWrite.name)
  const parts = [creation, upload].filter(write => write !== undefined)
  const version = upload && VersionSeen.safeParse(upload.opened).data
  const name = version?.name ?? nameMade(creation)
  // It was cancelled, or only a newer release can read it.
  if (parts.length === 0 || name === undefined || (takeBack && !upload && takeBack.state === 'done'))
    return undefined
  return {
    id,
    group: parts[0]?.group ?? id,
    name,
    isFolder: isFolder(creation),
    size: version?.size ?? 0,
    state: isLeaving(creation, takeBack) ? 'leaving' : stateOf(parts),
    error: parts.find(({ state, error }) => state !== 'done' && error)?.error,
    steps: { done: parts.filter(({ state }) => state === 'done').length, all: parts.length },
    creation,
    upload,
    takeBack,
  }
}

/** Whether the upload is being cancelled. A part that needs a decision of the user is shown instead. */
const isLeaving = (creation: Write | undefined, takeBack: Write | undefined): boolean =>
  takeBack !== undefined &&
  !['done', 'failed', 'uncertain'].includes(takeBack.state) &&
  creation?.state !== 'failed' &&
  creation?.state !== 'uncertain'

function stateOf(parts: readonly Write[]): UploadState {
  const states = new Set(parts.map(({ state }) => state))
  if (parts.some(({ givenUp, state }) => givenUp && state !== 'done')) return 'leaving'
  if (states.has('failed')) return 'failed'
  if (states.has('uncertain') || states.has('conflict')) return 'uncertain'
  if (states.has('sending')) return 'sending'
  if (!states.has('waiting')) return 'done'
  return states.has('done') ? 'sending' : 'waiting'
}

const bodyOf = (creation: Write | undefined): Record<string, unknown> => {
  const { body } = isRecord(creation?.input) ? creation.input : {}
  return isRecord(body) ? body : {}
}
const nameMade = (creation: Write | undefined): string | undefined => {
  const { name } = bodyOf(creation)
  return typeof name === 'string' ? name : undefined
}
const isFolder = (creation: Write | undefined): boolean => bodyOf(creation).is_dir === true

/** Returns the ID of the item's folder. Undefined if the folder does not exist yet or is unknown here. */
export const folderOf = ({ creation }: UploadItem): number | undefined => {
  const { parent_id } = bodyOf(creation)
  if (parent_id === null) return 0
  return typeof parent_id === 'number' ? parent_id : undefined
}

/** Whether the creation of `folder` must come before that of `item`. */
export const isIn = (item: UploadItem, folder: UploadItem): boolean => {
  const { parent_id } = bodyOf(item.creation)
  return isRecord(parent_id) && parent_id.madeBy === folder.creation?.id
}

/** Returns the files that are not uploaded yet, without folders. */
export const unfinishedOf = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ isFolder, state }) => !isFolder && state !== 'done' && state !== 'leaving')

const minute = 60_000
/** Minimum number of completed requests for an estimate. */
const leastSteps = 6

export function uploadCounts(items: readonly UploadItem[]) {
  const files = items.filter(({ isFolder, state }) => !isFolder && state !== 'leaving')
  const done = files.filter(({ state }) => state === 'done')
  const bytes = (of: readonly UploadItem[]) => of.reduce((sum, { size }) => sum + size, 0)
  const going = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  return {
    files: files.length,
    done: done.length,
    /** Number of items that need a decision, including folders. */
    standing: items.filter(isStanding).length,
    going: going.length,
    /** Bytes of uploaded files divided by all bytes, 0 to 1. */
    share: files.length === 0 ? 0 : bytes(done) / (bytes(files) || 1),
    minutesLeft: minutesLeft(items, going),
  }
}

export const isStanding = ({ state }: UploadItem): boolean => state === 'failed' || state === 'uncertain'

/**
 * Returns the estimated rest in whole minutes, from the speed in the minute before the last response. Undefined if it
 * is less than one or unknown.
 */
function minutesLeft(items: readonly UploadItem[], going: readonly UploadItem[]): number | undefined {
  const times = items.flatMap(({ creation, upload }) =>
    [creation, upload].flatMap(write => write?.doneAt ?? []),
  )
  const last = Math.max(...times)
  const recent = times.filter(time => time > last - minute)
  const first = Math.min(...recent)
  if (recent.length < leastSteps || last <= first) return undefined
  const left = going.reduce((sum, { steps }) => sum + steps.all - steps.done, 0)
  const minutes = Math.round((left * (last - first)) / (recent.length - 1) / minute)
  return minutes >= 1 ? minutes : undefined
}
