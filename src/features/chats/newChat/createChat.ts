import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats, type NewChat } from '../../../contract/chats.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import {
  type DirectWriteKind,
  findAddedRow,
  type SendOutcome,
  sendDirectly,
} from '../../../outbox/queue/directWrite.ts'
import { createUserHook } from '../chatQueries.ts'

/**
 * `checking`: the response was lost, and the list is being read. `uncertain`: the list does not decide it, or
 * could not be read.
 */
export type CreationState =
  | { kind: 'form'; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notApplied' | 'uncertain' }
  | { kind: 'created'; chat: Chat; partner: Partner | undefined }
type SentChat = SendOutcome<Chat>

/** `id` is undefined if only the name is known. */
export type Partner = { name: string; id: number | undefined }
export type NewChatBody = z.output<typeof NewChat>

const initialState: CreationState = { kind: 'form' }

/**
 * Creates a chat once (rules 22 and 23). It continues after the form is closed, and a reopened form shows its
 * state.
 */
function createChatCreation(client: QueryClient) {
  const store = createStore<CreationState>(() => initialState)
  const setState = (next: CreationState) => store.setState(next, true)
  let openForms = 0
  let isBusy = false
  /** A form that is opened meanwhile may be for another person. */
  let partner: Partner | undefined
  let lostRequest: { body: NewChatBody; before: readonly Chat[] | undefined } | undefined
  const setChecking = () => setState({ kind: 'checking' })

  function settle(sent: SentChat): boolean {
    if (sent.kind === 'done') {
      setState(openForms > 0 ? { kind: 'created', chat: sent.result, partner } : initialState)
    } else if (sent.kind === 'refused') setState({ kind: 'form', error: sent.error })
    else setState({ kind: sent.kind })
    return sent.kind === 'done'
  }
  /** Ignores calls during a request, so that a double click creates one chat. */
  const runOnce = async (run: () => Promise<SentChat>) => {
    if (isBusy) return false
    isBusy = true
    const sent = await run()
    isBusy = false
    return settle(sent)
  }
  return {
    getState: store.getState,
    subscribe(listener: () => void) {
      const stop = store.subscribe(listener)
      openForms += 1
      return () => {
        stop()
        openForms -= 1
        // A reopened form does not repeat a known result.
        if (openForms === 0 && ['form', 'notApplied', 'created'].includes(store.getState().kind))
          setState(initialState)
      }
    },
    /** Resolves to whether the chat was created. */
    send: (body: NewChatBody, forPartner?: Partner): Promise<boolean> =>
      runOnce(async () => {
        partner = forPartner
        setState({ kind: 'sending' })
        const mayBeApplied = JSON.stringify(lostRequest?.body) === JSON.stringify(body)
        const before = mayBeApplied ? lostRequest?.before : client.getQueryData(keyOf(chats.list, {}))?.rows
        const input = { body }
        const sent = await sendDirectly(client, chatWrite, { input, before, mayBeApplied }, setChecking)
        if (sent.kind === 'done') lostRequest = undefined
        else if (sent.kind !== 'refused') lostRequest = { body, before }
        return sent
      }),
  }
}

export const useChatCreation = createUserHook(createChatCreation)

export const findSimilarChats = (rows: readonly Chat[], name: string): Chat[] =>
  rows.filter(chat => chat.is_admin && chat.name === name)

const chatWrite: DirectWriteKind<typeof chats.create, Chat, readonly Chat[]> = {
  endpoint: chats.create,
  toResult: chat => chat,
  async wasApplied({ input: { body }, before }, call) {
    return findAddedRow(before, findSimilarChats((await call(chats.list, {})).rows, body.name))
  },
}

const NewChatDraft = z.object({ name: z.string(), broadcast: z.boolean(), files: z.boolean() })

export type NewChatDraft = z.output<typeof NewChatDraft>

export const newChatKey = 'new'

export const blankChat: NewChatDraft = { name: '', broadcast: false, files: true }

/** Sign-out does not ask about it, because it is short. */
export const newChatDraft: DraftKind<NewChatDraft> = {
  name: 'newChat',
  value: NewChatDraft,
  isEmpty: ({ name }) => name.trim() === '',
  isPageState: true,
}

export const maxNameLength = 200
