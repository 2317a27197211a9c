import * as z from 'zod/mini'
import { PollMessage } from '../../../contract/messages.ts'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'

export const minOptions = 2
export const maxOptions = 20

/** `over`: number of characters above the limit. */
type QuestionProblem = 'missing' | { over: number }
export type OptionProblem = 'empty' | 'same' | { over: number }

/** `options`: by index. */
export type PollProblems = { question?: QuestionProblem; options: ReadonlyMap<number, OptionProblem> }

export type PollToSend = z.output<typeof PollMessage>

/** Validates a draft with the endpoint's schema. Removes empty options at the end. */
export function parsePoll(draft: PollDraft): { poll: PollToSend } | { problems: PollProblems } {
  const texts = draft.options.map(text => text.trim())
  const last = texts.findLastIndex(text => text !== '')
  const options = texts.slice(0, Math.max(minOptions, last + 1))
  const poll = { is_anonymous: draft.anonymous, is_multiple_choice: draft.several, options }
  const text = draft.question.trim()
  const { success, error } = PollMessage.safeParse({ text, poll })
  if (success) return { poll: { text, poll } }

  const optionProblems = new Map<number, OptionProblem>()
  for (const [index, option] of options.entries()) {
    if (option !== '' && options.indexOf(option) < index) optionProblems.set(index, 'same')
  }
  let question: QuestionProblem | undefined
  for (const issue of error.issues) {
    const [field, , index] = issue.path
    const tooLong = (written: string) =>
      issue.code === 'too_big' && { over: written.length - Number(issue.maximum) }
    if (field === 'text') question ??= tooLong(text) || 'missing'
    if (typeof index === 'number') optionProblems.set(index, tooLong(options[index] ?? '') || 'empty')
  }
  return { problems: { ...(question && { question }), options: optionProblems } }
}

/** `key` stays the same when the option is moved. */
export type OptionRow = { key: number; text: string }

export const createRows = (texts: readonly string[]): OptionRow[] => {
  const all = [...texts, '', ''].slice(0, Math.max(minOptions, texts.length))
  return all.map((text, key) => ({ key, text }))
}

const nextKey = (rows: readonly OptionRow[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1

export function insertRowAfter(rows: readonly OptionRow[], index: number): readonly OptionRow[] {
  return rows.length >= maxOptions ? rows : rows.toSpliced(index + 1, 0, { key: nextKey(rows), text: '' })
}

export function removeRow(rows: readonly OptionRow[], index: number): readonly OptionRow[] {
  const remaining = rows.toSpliced(index, 1)
  return remaining.length < minOptions ? [...remaining, { key: nextKey(rows), text: '' }] : remaining
}

export function moveRow(rows: readonly OptionRow[], index: number, offset: 1 | -1): readonly OptionRow[] {
  const row = rows[index]
  const to = index + offset
  return !row || to < 0 || to >= rows.length ? rows : rows.toSpliced(index, 1).toSpliced(to, 0, row)
}

/** Bullets and numbers of pasted lists. */
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u

/** Inserts pasted lines at the cursor and into the following options. */
export function insertPastedRows(
  rows: readonly OptionRow[],
  index: number,
  pasted: { before: string; text: string; after: string },
): { rows: readonly OptionRow[]; last: number; droppedCount: number } | undefined {
  const lines = pasted.text
    .split(/\r\n|\r|\n/)
    .map(line => line.replace(bullet, '').trim())
    .filter(line => line !== '')
  const row = rows[index]
  if (!row || lines.length < 2) return undefined
  const [first = '', ...otherLines] = lines
  let next: OptionRow[] = rows.with(index, { ...row, text: pasted.before + first + pasted.after })
  let position = index
  for (const [done, text] of otherLines.entries()) {
    const empty = next[position + 1]
    if (empty && empty.text.trim() === '') next = next.with(position + 1, { ...empty, text })
    else if (next.length >= maxOptions)
      return { rows: next, last: position, droppedCount: otherLines.length - done }
    else next = next.toSpliced(position + 1, 0, { key: nextKey(next), text })
    position += 1
  }
  return { rows: next, last: position, droppedCount: 0 }
}

export const PollDraft = z.object({
  question: z.string(),
  options: z.array(z.string()),
  anonymous: z.boolean(),
  several: z.boolean(),
})

export type PollDraft = z.output<typeof PollDraft>

export const blankPoll: PollDraft = { question: '', options: ['', ''], anonymous: false, several: false }

/** The key is the chat ID. */
export const pollDraft: DraftKind<PollDraft> = {
  name: 'pollDraft',
  value: PollDraft,
  isEmpty: ({ question, options }) => [question, ...options].every(text => text.trim() === ''),
}
