import { isRecord } from '../../../lib/isRecord.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { fileCleanupWrite, fileCreateWrite, fileUploadWrite, VersionBeforeUpload } from './fileWrites.ts'

/**
 * `waiting`: queued, offline, or its folder does not exist yet. `sending`: in flight. `failed` and `uncertain`: the
 * user has to decide. `cancelling`: it is being removed.
 */
type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'uncertain' | 'cancelling'

export type UploadItem = {
  /** The lane of its writes. */
  id: string
  group: string
  name: string
  isFolder: boolean
  /** In bytes, 0 for a folder. */
  size: number
  state: UploadState
  /** Reason why it failed or is delayed. */
  error: Write['error']
  /** Number of requests. */
  steps: { done: number; all: number }
  creation: Write | undefined
  upload: Write | undefined
  cleanup: Write | undefined
}

/** In the order in which the files were picked. */
export function getUploadItems(writes: readonly Write[]): UploadItem[] {
  const lanes = Map.groupBy(writes, ({ lane }) => lane)
  return [...lanes].flatMap(([lane, laneWrites]) => toUploadItem(lane, laneWrites) ?? [])
}

function toUploadItem(id: string, writes: readonly Write[]): UploadItem | undefined {
  const findWrite = (kind: string) => writes.find(write => write.kind === kind)
  const creation = findWrite(fileCreateWrite.name)
  const upload = findWrite(fileUploadWrite.name)
  const cleanup = findWrite(fileCleanupWrite.name)
  const parts = [creation, upload].filter(write => write !== undefined)
  const version = upload && VersionBeforeUpload.safeParse(upload.base).data
  const name = version?.name ?? getCreatedName(creation)
  const isCancelled = cleanup?.state === 'done' && !upload
  // The name is undefined if a newer release has stored the entry.
  if (parts.length === 0 || name === undefined || isCancelled) return undefined
  return {
    id,
    group: parts[0]?.group ?? id,
    name,
    isFolder: getBody(creation).is_dir === true,
    size: version?.size ?? 0,
    state: isCancelling(creation, cleanup) ? 'cancelling' : getUploadState(parts),
    error: parts.find(({ state, error }) => state !== 'done' && error)?.error,
    steps: { done: parts.filter(({ state }) => state === 'done').length, all: parts.length },
    creation,
    upload,
    cleanup,
  }
}

/** False if one of the writes needs a decision of the user. */
const isCancelling = (creation: Write | undefined, cleanup: Write | undefined): boolean =>
  cleanup !== undefined &&
  !['done', 'failed', 'uncertain'].includes(cleanup.state) &&
  creation?.state !== 'failed' &&
  creation?.state !== 'uncertain'

function getUploadState(parts: readonly Write[]): UploadState {
  const states = new Set(parts.map(({ state }) => state))
  if (parts.some(({ isAborted, state }) => isAborted && state !== 'done')) return 'cancelling'
  if (states.has('failed')) return 'failed'
  if (states.has('uncertain') || states.has('conflict')) return 'uncertain'
  if (states.has('sending')) return 'sending'
  if (!states.has('waiting')) return 'done'
  return states.has('done') ? 'sending' : 'waiting'
}

const getBody = (creation: Write | undefined): Record<string, unknown> => {
  const { body } = isRecord(creation?.input) ? creation.input : {}
  return isRecord(body) ? body : {}
}
const getCreatedName = (creation: Write | undefined): string | undefined => {
  const { name } = getBody(creation)
  return typeof name === 'string' ? name : undefined
}

/** Undefined if the folder does not exist yet or is unknown. */
export const getFolderId = ({ creation }: UploadItem): number | undefined => {
  const { parent_id } = getBody(creation)
  if (parent_id === null) return 0
  return typeof parent_id === 'number' ? parent_id : undefined
}

/** Whether the creation of `folder` must come before that of `item`. */
export const isInFolder = (item: UploadItem, folder: UploadItem): boolean => {
  const { parent_id } = getBody(item.creation)
  return isRecord(parent_id) && parent_id.madeBy === folder.creation?.id
}

export const getUnfinishedFiles = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ isFolder, state }) => !isFolder && state !== 'done' && state !== 'cancelling')

const minuteMs = 60_000
/** Minimum number of requests for an estimate. */
const minSteps = 6

export function countUploads(items: readonly UploadItem[]) {
  const files = items.filter(({ isFolder, state }) => !isFolder && state !== 'cancelling')
  const done = files.filter(({ state }) => state === 'done')
  const sumBytes = (summed: readonly UploadItem[]) => summed.reduce((sum, { size }) => sum + size, 0)
  const pending = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  return {
    fileCount: files.length,
    doneCount: done.length,
    /** Including folders. */
    undecidedCount: items.filter(needsDecision).length,
    pendingCount: pending.length,
    /** By size, 0 to 1. */
    progress: files.length === 0 ? 0 : sumBytes(done) / (sumBytes(files) || 1),
    minutesLeft: estimateMinutes(items, pending),
  }
}

export const needsDecision = ({ state }: UploadItem): boolean => state === 'failed' || state === 'uncertain'

/** Estimates from the requests of the last minute. Undefined if unknown or less than one minute. */
function estimateMinutes(items: readonly UploadItem[], pending: readonly UploadItem[]): number | undefined {
  const times = items.flatMap(({ creation, upload }) =>
    [creation, upload].flatMap(write => write?.doneAt ?? []),
  )
  const last = Math.max(...times)
  const recent = times.filter(time => time > last - minuteMs)
  const first = Math.min(...recent)
  if (recent.length < minSteps || last <= first) return undefined
  const remainingSteps = pending.reduce((sum, { steps }) => sum + steps.all - steps.done, 0)
  const minutes = Math.round((remainingSteps * (last - first)) / (recent.length - 1) / minuteMs)
  return minutes >= 1 ? minutes : undefined
}
