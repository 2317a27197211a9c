import type { Document } from '../../../contract/documents.ts'
import type { Message } from '../../../contract/messages.ts'
import { onlyShown } from '../messages/rows.ts'

/** A file of a chat and the message it came with. */
export type SentFile = { file: Document; message: Message }

/** The files of a chat, those sent last first. */
export function filesSent(messages: readonly Message[]): SentFile[] {
  const files: SentFile[] = []
  for (let at = messages.length - 1; at >= 0; at--) {
    const row = messages[at]
    if (!row) continue
    const message = onlyShown(row)
    for (const file of message.files ?? []) files.push({ file, message })
  }
  return files
}
