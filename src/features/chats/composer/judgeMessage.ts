import type { Input } from '../../../contract/endpoint.ts'
import type { messages } from '../../../contract/messages.ts'
import { normalized } from '../../../lib/normalized.ts'
import type { Verdict } from '../../../outbox/Writes.ts'
import { type MessageSeen, type OwnMessage, sameText } from './messageSeen.ts'

type Sent = Input<typeof messages.send>['body']

/**
 * Did this message arrive? Messages of a chat are sent one by one, so an own one that says just this and came after all
 * that is accounted for is it. Two such: another device of this person wrote the same, and nobody can tell.
 */
export function judgeMessage({
  input: { body },
  opened,
  before,
  now,
}: {
  input: { body: Sent }
  opened: MessageSeen | undefined
  before: MessageSeen | undefined
  now: MessageSeen
}): Verdict {
  // Looked at before a first send: it can't be there yet.
  if (!before) return 'send'
  const [, another] = candidates(body, opened?.files, before, now)
  if (another) return 'unknown'
  if (arrived(body, opened?.files, before, now)) return 'done'
  // It may be the one that can't be read.
  return (now.unreadable ?? 0) > (before.unreadable ?? 0) ? 'unknown' : 'send'
}

/** The message itself, read back. */
export const arrived = (
  body: Sent,
  files: MessageSeen['files'],
  before: MessageSeen,
  now: MessageSeen,
): OwnMessage | undefined => candidates(body, files, before, now)[0]

const candidates = (
  body: Sent,
  files: MessageSeen['files'],
  before: MessageSeen,
  now: MessageSeen,
): OwnMessage[] =>
  now.own.filter(
    one =>
      one.id > (before.newest ?? 0) &&
      sameText(one.text, body.text) &&
      sameFiles(one, files) &&
      sameOptions(one, body),
  )

function sameFiles(there: OwnMessage, files: MessageSeen['files'] = []): boolean {
  // A service that does not say which files says at least that there are some.
  if (!there.files) return there.hasFiles === files.length > 0
  const ours = files.map(({ name }) => name)
  // The same file chosen twice is one.
  return sameTexts([...new Set(there.files.map(plainName))], [...new Set(ours.map(plainName))])
}

/** As much of a name as a service leaves as it is: it may take a path and control characters out, and cut it. */
const plainName = (name: string) =>
  normalized(name.split(/[/\\]/).at(-1) ?? '', 'NFC')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 60)

function sameOptions(there: OwnMessage, body: Sent): boolean {
  return sameTexts(there.options ?? [], body.poll?.options ?? [])
}

/** In whatever order: a service may list files its own way. */
function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  const sorted = (texts: readonly string[]) => texts.map(text => normalized(text, 'NFC').trim()).sort()
  return JSON.stringify(sorted(some)) === JSON.stringify(sorted(others))
}
