import { isRecord } from '../../../lib/isRecord.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { fileTakeBackWrite } from './fileTakeBackWrite.ts'
import { isIn, type UploadItem } from './uploadItems.ts'

type Writes = Outbox['writes']

/**
 * Takes uploads back: what was not sent never is, what is under way is broken off, and the entry that was made for a file
 * goes again. A folder that is made stays; one that is not goes with all that was to go into it.
 */
export async function takeBackUploads(
  writes: Writes,
  taken: readonly UploadItem[],
  all: readonly UploadItem[],
): Promise<void> {
  const items = new Set(taken.filter(({ state }) => state !== 'done'))
  // What is added while this runs is visited too: folders in folders.
  for (const item of items) {
    for (const inner of item.isFolder ? all : []) if (isIn(inner, item)) items.add(inner)
  }
  const unsent = [...items].filter(({ creation }) => creation && !isSent(creation))
  const ids = unsent.flatMap(partsOf).map(({ id }) => id)
  // In one step: an entry without its upload would stay empty, a file without its folder wait for ever.
  const together = ids.length > 0 && (await writes.cancel(...ids))
  const left = together ? [...items].filter(item => !unsent.includes(item)) : [...items]
  for (const item of left.reverse()) await takeBack(writes, item)
}

async function takeBack(writes: Writes, item: UploadItem): Promise<void> {
  const { id, group, creation, upload } = item
  if (creation && !isSent(creation) && (await writes.cancel(...partsOf(item).map(write => write.id)))) return
  if (creation && upload && !item.takeBack) {
    const course_id = courseOf(creation)
    if (course_id === undefined) return
    const file_id = { madeBy: creation.id, part: 'id' }
    await writes.add(fileTakeBackWrite, { input: { course_id, file_id }, lane: id, group })
  }
  if (upload) await writes.giveUp(upload.id)
}

const partsOf = ({ creation, upload, takeBack }: UploadItem): Write[] =>
  [creation, upload, takeBack].filter(write => write !== undefined)

const isSent = ({ state }: Write) => state === 'done' || state === 'sending'

const courseOf = ({ input }: Write): number | undefined => {
  const { course_id } = isRecord(input) ? input : {}
  return typeof course_id === 'number' ? course_id : undefined
}
