import type { UploadItem } from './uploadItems.ts'

export type UploadCounts = {
  files: number
  done: number
  /** A person decides about these, folders among them. */
  standing: number
  going: number
  /** Of all bytes, those of files that arrived; 0 to 1. */
  share: number
  /** About so many whole minutes are left; `undefined` where that is under one, or not known yet. */
  minutesLeft: number | undefined
}

const minute = 60_000
/** Fewer answers tell nothing of a pace. */
const leastSteps = 6

export function uploadCounts(items: readonly UploadItem[]): UploadCounts {
  const files = items.filter(({ isFolder, state }) => !isFolder && state !== 'leaving')
  const done = files.filter(({ state }) => state === 'done')
  const bytes = (of: readonly UploadItem[]) => of.reduce((sum, { size }) => sum + size, 0)
  return {
    files: files.length,
    done: done.length,
    standing: items.filter(isStanding).length,
    going: items.filter(({ state }) => state === 'waiting' || state === 'sending').length,
    share: files.length === 0 ? 0 : bytes(done) / (bytes(files) || 1),
    minutesLeft: minutesLeft(items),
  }
}

export const isStanding = ({ state }: UploadItem): boolean => state === 'failed' || state === 'uncertain'

/** As fast as in the minute before the last answer. */
function minutesLeft(items: readonly UploadItem[]): number | undefined {
  const times = items.flatMap(({ creation, upload }) =>
    [creation, upload].flatMap(write => write?.doneAt ?? []),
  )
  const last = Math.max(...times)
  const recent = times.filter(time => time > last - minute)
  const first = Math.min(...recent)
  if (recent.length < leastSteps || last <= first) return undefined
  const left = items
    .filter(({ state }) => state === 'waiting' || state === 'sending')
    .reduce((sum, { steps }) => sum + steps.all - steps.done, 0)
  const minutes = Math.round((left * (last - first)) / (recent.length - 1) / minute)
  return minutes >= 1 ? minutes : undefined
}
