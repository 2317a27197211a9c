import { isRecord } from '../../../lib/isRecord.ts'

/** History state of a link that opens the hand-in form of a homework. The form takes the focus. */
export const handInLinkState = { keepsFocus: true, opensHandIn: true }

export const opensHandIn = (state: unknown): boolean => isRecord(state) && state.opensHandIn === true
