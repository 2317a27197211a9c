import type { Document } from '../../../contract/documents.ts'
import type { Message } from '../../../contract/messages.ts'
import { oldestFirst } from '../talk/findRow.ts'
import { onlyShown } from '../talk/onlyShown.ts'

/** A file of a chat and the message it came with. */
export type SentFile = { file: Document; message: Message }

/** The files of a chat, those sent last first. */
export function filesSent(messages: readonly Message[]): SentFile[] {
  const rows = oldestFirst(messages)
  const files: SentFile[] = []
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]
    if (!row) continue
    const message = onlyShown(row)
    for (const file of message.files ?? []) files.push({ file, message })
  }
  return files
}
