import type { Message } from '../../../contract/messages.ts'
import type { ViewedFile } from '../../../ui/viewer/ViewedFile.ts'
import { onlyShown } from './onlyShown.ts'

/** As many as one leafs through: a strip of thousands helps nobody. */
const most = 60

/** The files of a chat in their order, as the viewer takes them; of very many those around the one that is looked at. */
export function chatFiles(messages: readonly Message[], shown: number): readonly ViewedFile[] {
  const files = messages.flatMap(message => onlyShown(message).files ?? [])
  const at = Math.max(
    files.findIndex(({ id }) => id === shown),
    0,
  )
  const start = Math.max(0, Math.min(at - most / 2, files.length - most))
  return files
    .slice(start, start + most)
    .map(({ id, name, content_type, size }) => ({ id, name, type: content_type, size }))
}
