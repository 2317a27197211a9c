import type { Message } from '../../../contract/messages.ts'

/** So many people and fewer are not asked about. */
export const fewPeople = 20
const lookedThrough = 200

/** None of the newest messages of a chat is one's own; `undefined` where they are not loaded. */
export const isSilentIn = (rows: readonly Pick<Message, 'is_own'>[] | undefined): boolean | undefined =>
  rows && !rows.slice(-lookedThrough).some(message => message.is_own)
