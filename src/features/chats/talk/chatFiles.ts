import { type DocumentFile, viewedDocument } from '../../../api/documentBytes.ts'
import type { Message } from '../../../contract/messages.ts'
import { onlyShown } from './onlyShown.ts'

/** As many as one leafs through: a strip of thousands helps nobody. */
const most = 60

/** The files of a chat in their order, as the viewer takes them; of very many those around the one that is looked at. */
export function chatFiles(messages: readonly Message[], shown: number): readonly DocumentFile[] {
  const files = messages.flatMap(message => onlyShown(message).files ?? [])
  const at = Math.max(
    files.findIndex(({ id }) => id === shown),
    0,
  )
  const start = Math.max(0, Math.min(at - most / 2, files.length - most))
  return files.slice(start, start + most).map(viewedDocument)
}
