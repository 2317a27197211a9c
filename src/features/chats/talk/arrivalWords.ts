import type { Message } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** Longer is not listened to. */
const longest = 200

/**
 * What is read out when these messages of others arrive: the last of them, and how many there are. Of what the school
 * has hidden nothing is said.
 */
export function arrivalWords(arrived: readonly Message[], t: T<'talk'>): string | undefined {
  const shown = arrived.filter(({ is_hidden }) => !is_hidden)
  const last = shown.at(-1)
  if (!last) return undefined
  const said = { name: harmlessName(last.user.name), text: contentOf(last, t) }
  return shown.length === 1 ? t('arrived', said) : t('arrivedMany', { ...said, count: shown.length })
}

function contentOf({ text, poll, has_poll, files, has_files }: Message, t: T<'talk'>): string {
  const words = text.length > longest ? `${text.slice(0, longest)}…` : text
  if (poll || has_poll) return t('arrivedPoll', { question: words })
  if (words.trim() !== '') return words
  return has_files ? t('arrivedFiles', { count: files?.length ?? 1 }) : ''
}
