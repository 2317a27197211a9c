import { isRecord } from '../../../lib/isRecord.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { fileCreateWrite, fileTakeBackWrite, fileUploadWrite, VersionSeen } from './fileWrites.ts'

/**
 * `waiting`: for its turn, the network, or its folder; `sending`: under way; `failed` and `uncertain`: a person decides;
 * `leaving`: it is being taken back.
 */
type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'uncertain' | 'leaving'

/** One file or folder of an upload, with its writes in order. */
export type UploadItem = {
  /** Its lane. */
  id: string
  group: string
  name: string
  isFolder: boolean
  /** Bytes; 0 for a folder. */
  size: number
  state: UploadState
  /** Why it failed, or why it waits. */
  error: Write['error']
  /** How many of its requests were answered, and how many there are. */
  steps: { done: number; all: number }
  creation: Write | undefined
  upload: Write | undefined
  takeBack: Write | undefined
}

/** The uploads that stand in the outbox, in the order they were picked. */
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
  // What was taken back, or what only an entry of a newer app knows.
  if (parts.length === 0 || name === undefined || (takeBack && !upload && takeBack.state === 'done'))
    return undefined
  return {
    id,
    group: parts[0]?.group ?? id,
    name,
    isFolder: isFolder(creation),
    size: version?.size ?? 0,
    state: takeBack && takeBack.state !== 'done' ? 'leaving' : stateOf(parts),
    error: parts.find(({ state, error }) => state !== 'done' && error)?.error,
    steps: { done: parts.filter(({ state }) => state === 'done').length, all: parts.length },
    creation,
    upload,
    takeBack,
  }
}

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

/** The folder an item goes into, by its id in the class; `undefined` where that is not made yet or not known here. */
export const folderOf = ({ creation }: UploadItem): number | undefined => {
  const { parent_id } = bodyOf(creation)
  if (parent_id === null) return 0
  return typeof parent_id === 'number' ? parent_id : undefined
}

/** The item whose creation this one's needs first. */
export const isIn = (item: UploadItem, folder: UploadItem): boolean => {
  const { parent_id } = bodyOf(item.creation)
  return isRecord(parent_id) && parent_id.madeBy === folder.creation?.id
}

/** The files that are not there yet; folders stand for themselves. */
export const unfinishedOf = (items: readonly UploadItem[]): UploadItem[] =>
  items.filter(({ isFolder, state }) => !isFolder && state !== 'done' && state !== 'leaving')

const minute = 60_000
/** Fewer answers tell nothing of a pace. */
const leastSteps = 6

export function uploadCounts(items: readonly UploadItem[]) {
  const files = items.filter(({ isFolder, state }) => !isFolder && state !== 'leaving')
  const done = files.filter(({ state }) => state === 'done')
  const bytes = (of: readonly UploadItem[]) => of.reduce((sum, { size }) => sum + size, 0)
  const going = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  return {
    files: files.length,
    done: done.length,
    /** A person decides about these, folders among them. */
    standing: items.filter(isStanding).length,
    going: going.length,
    /** Of all bytes, those of files that arrived; 0 to 1. */
    share: files.length === 0 ? 0 : bytes(done) / (bytes(files) || 1),
    minutesLeft: minutesLeft(items, going),
  }
}

export const isStanding = ({ state }: UploadItem): boolean => state === 'failed' || state === 'uncertain'

/** In whole minutes, as fast as in the minute before the last answer; `undefined` under one, and before it is known. */
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
