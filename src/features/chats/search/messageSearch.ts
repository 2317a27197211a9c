import type { Message } from '../../../contract/messages.ts'
import { folded } from '../../../lib/folded.ts'

/** `now` in ms from any start; `turn` resolves once the page had a chance to do something else. */
export type Pace = { now: () => number; turn: () => Promise<void> }

/** Milliseconds of work at a time: a task stays far below 50 ms on a computer four times slower, too. */
const slice = 8

const pageTurns: Pace = {
  now: () => performance.now(),
  turn: () => new Promise(resolve => setTimeout(resolve)),
}

export type MessageSearch = {
  /**
   * Ids of the messages in whose text, poll, sender or files the phrase stands, the newest first. `undefined` when the
   * signal ended it.
   */
  find(messages: readonly Message[], phrase: string, signal: AbortSignal): Promise<number[] | undefined>
}

/** Keeps what it prepared of every message, so that all but the first search are quick. */
export function createMessageSearch({ now, turn }: Pace = pageTurns): MessageSearch {
  const prepared = new Map<number, { of: Message; text: string }>()
  const textOf = (message: Message) => {
    const known = prepared.get(message.id)
    if (known && (known.of === message || saysTheSame(known.of, message))) return known.text
    const text = folded(wordsIn(message))
    prepared.set(message.id, { of: message, text })
    return text
  }
  return {
    async find(messages, phrase, signal) {
      const wanted = folded(phrase).trim()
      if (wanted === '') return []
      const found: number[] = []
      let started = now()
      for (let at = messages.length - 1; at >= 0; at--) {
        const message = messages[at]
        // Where nothing shows, nothing can be found: the sender neither.
        if (message && !message.is_hidden && textOf(message).includes(wanted)) found.push(message.id)
        if (now() - started < slice) continue
        await turn()
        if (signal.aborted) return undefined
        started = now()
      }
      return signal.aborted ? undefined : found
    },
  }
}

/** Each on a line of its own: a phrase has no line breaks, so it is found within one of them. */
const wordsIn = ({ text, user, files, poll }: Message) =>
  [
    text,
    user.name,
    ...(files ?? []).map(({ name }) => name),
    ...(poll?.options ?? []).map(option => option.text),
  ].join('\n')

/** Messages never change their words; their files come and go with them. */
const saysTheSame = (one: Message, other: Message) =>
  one.text === other.text && one.user.name === other.user.name && one.files?.length === other.files?.length
