import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats, type NewChat } from '../../../contract/chats.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import {
  type DirectWriteKind,
  findAddedRow,
  type SendOutcome,
  sendDirectly,
  verifyWrite,
} from '../../../outbox/queue/directWrite.ts'
import { createUserHook } from '../chatQueries.ts'
import type { Attempt } from './newChatDraft.ts'

/**
 * `checking`: the response was lost, and the list is being read. `uncertain`: the list does not decide it, or
 * could not be read. `notStored`: the chat was created, but its people could not be stored in the outbox.
 */
export type CreationState =
  | { kind: 'form'; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notApplied' | 'uncertain' | 'notStored' }
  | { kind: 'created'; chat: Chat }

export type NewChatBody = z.output<typeof NewChat>

export type CreateOptions = {
  body: NewChatBody
  /** An earlier request for the same chat. */
  attempt: Attempt | undefined
  /** Stores an attempt before the request, and undefined after a refusal. */
  storeAttempt: (attempt: Attempt | undefined) => Promise<void>
  /** Stores the people and the message. Throws if they could not be stored. */
  storeContent: (chat: Chat) => Promise<void>
}

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
  const setChecking = () => setState({ kind: 'checking' })

  async function settle(sent: SendOutcome<Chat>, { storeAttempt, storeContent }: CreateOptions) {
    if (sent.kind === 'refused') {
      await storeAttempt(undefined).catch(() => undefined)
      setState({ kind: 'form', error: sent.error })
    } else if (sent.kind === 'done') {
      try {
        await storeContent(sent.result)
      } catch {
        return setState({ kind: 'notStored' })
      }
      setState(openForms > 0 ? { kind: 'created', chat: sent.result } : initialState)
    } else setState({ kind: sent.kind })
  }
  /** Ignores calls during a request, so that a double click creates one chat. */
  const runOnce = async (options: CreateOptions, run: () => Promise<SendOutcome<Chat>>) => {
    if (isBusy) return
    isBusy = true
    try {
      await settle(await run(), options)
    } finally {
      isBusy = false
    }
  }
  const getKnownChats = ({ known }: Attempt) => known?.map(id => ({ id }))
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
    send: (options: CreateOptions): Promise<void> =>
      runOnce(options, async () => {
        const { body, attempt, storeAttempt } = options
        setState({ kind: 'sending' })
        const rows = client.getQueryData(keyOf(chats.list, {}))?.rows
        const before = attempt ? getKnownChats(attempt) : rows
        // Without storage, only a crash could create the chat twice.
        if (!attempt)
          await storeAttempt({ name: body.name, known: rows?.map(({ id }) => id) ?? null }).catch(
            () => undefined,
          )
        const request = { input: { body }, before, mayBeApplied: attempt !== undefined }
        return sendDirectly(client, chatWrite, request, setChecking)
      }),
    /** Looks for the chat of an attempt after a crash. */
    verify: (options: CreateOptions & { attempt: Attempt }): Promise<void> =>
      runOnce(options, () => {
        setChecking()
        const request = { input: { body: options.body }, before: getKnownChats(options.attempt) }
        return verifyWrite(client, chatWrite, request)
      }),
  }
}

export const useChatCreation = createUserHook(createChatCreation)

export const findSimilarChats = (rows: readonly Chat[], name: string): Chat[] =>
  rows.filter(chat => chat.is_admin && isSameText(chat.name, name))

const chatWrite: DirectWriteKind<typeof chats.create, Chat, readonly Pick<Chat, 'id'>[]> = {
  endpoint: chats.create,
  toResult: chat => chat,
  async wasApplied({ input: { body }, before }, call) {
    return findAddedRow(before, findSimilarChats((await call(chats.list, {})).rows, body.name))
  },
}
