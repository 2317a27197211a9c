import { PollMessage } from '../../../contract/messages.ts'
import type { PollToSend } from '../composer/messageEntries.ts'
import type { PollDraft } from './pollDraft.ts'

export const fewestOptions = 2
export const mostOptions = 20

/** `over`: so many characters too long. */
export type QuestionProblem = 'missing' | { over: number }
export type OptionProblem = 'empty' | 'same' | { over: number }

/** What is wrong with a poll, answers by their index. */
export type PollProblems = { question?: QuestionProblem; options: ReadonlyMap<number, OptionProblem> }

/**
 * The poll of a draft, checked with the endpoint's own schema. Empty answers at the end, where one would go on typing, are
 * left out.
 */
export function readPoll(draft: PollDraft): { poll: PollToSend } | { problems: PollProblems } {
  const texts = draft.options.map(text => text.trim())
  const last = texts.findLastIndex(text => text !== '')
  const options = texts.slice(0, Math.max(fewestOptions, last + 1))
  const poll = { is_anonymous: draft.anonymous, is_multiple_choice: draft.several, options }
  const text = draft.question.trim()
  const { success, error } = PollMessage.safeParse({ text, poll })
  if (success) return { poll: { text, ...poll } }

  const wrong = new Map<number, OptionProblem>()
  for (const [index, option] of options.entries()) {
    if (option !== '' && options.indexOf(option) < index) wrong.set(index, 'same')
  }
  let question: QuestionProblem | undefined
  for (const issue of error.issues) {
    const [field, , index] = issue.path
    const tooLong = (written: string) =>
      issue.code === 'too_big' && { over: written.length - Number(issue.maximum) }
    if (field === 'text') question ??= tooLong(text) || 'missing'
    if (typeof index === 'number') wrong.set(index, tooLong(options[index] ?? '') || 'empty')
  }
  return { problems: { ...(question && { question }), options: wrong } }
}
