import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats, type NewChat } from '../../../contract/chats.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import {
  type AtOnceKind,
  newIn,
  reconcileNew,
  type Sent,
  sendAtOnce,
} from '../../../outbox/queue/sendAtOnce.ts'
import { perPerson } from '../chatQueries.ts'

/**
 * `checking`: the response was lost, and the list is being read. `notThere`: the list does not contain the chat and the
 * request can no longer arrive, so it can be sent again. `uncertain`: the list does not decide it, or could not be
 * read.
 */
export type Creating =
  | { kind: 'form'; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' }
  | Extract<SentChat, { kind: 'uncertain' }>
  | { kind: 'made'; chat: Chat; partner: Partner | undefined }
type SentChat = Sent<Chat>

/** The person for whom the form was opened. The ID is undefined if only the name is known. */
export type Partner = { name: string; id: number | undefined }
export type NewChatBody = z.output<typeof NewChat>

const blank: Creating = { kind: 'form' }

/**
 * Creates a chat once (rules 22 and 23). A user can create one at a time. It continues when the form is closed, and a
 * form that is opened again shows its state.
 */
function createChatCreation(client: QueryClient) {
  const store = createStore<Creating>(() => blank)
  const become = (next: Creating) => store.setState(next, true)
  /** Number of open forms that show it. */
  let shownBy = 0
  let isBusy = false
  /** Partner of the chat that is being created. A form that is opened meanwhile may be for another person. */
  let partner: Partner | undefined
  const checking = () => become({ kind: 'checking' })

  function settle(sent: SentChat): boolean {
    if (sent.kind === 'done') {
      // If the form is closed, the chat only appears in the list.
      become(shownBy > 0 ? { kind: 'made', chat: sent.made, partner } : blank)
    } else if (sent.kind === 'refused') become({ kind: 'form', error: sent.error })
    else become(sent)
    return sent.kind === 'done'
  }
  /** Runs one request at a time, so a double click creates one chat. */
  const once = async (act: () => Promise<SentChat>) => {
    if (isBusy) return false
    isBusy = true
    const sent = await act()
    isBusy = false
    return settle(sent)
  }
  return {
    state: store.getState,
    subscribe(listener: () => void) {
      const stop = store.subscribe(listener)
      shownBy += 1
      return () => {
        stop()
        shownBy -= 1
        // A form that is opened again does not repeat a known result. Pending and uncertain states remain.
        if (shownBy === 0 && ['form', 'notThere', 'made'].includes(store.getState().kind)) become(blank)
      }
    },
    /** Resolves to true once the chat exists, and to false if it does not or if another one is being created. */
    send: (body: NewChatBody, forPartner?: Partner): Promise<boolean> =>
      once(() => {
        partner = forPartner
        become({ kind: 'sending' })
        const before = client.getQueryData(keyOf(chats.list, {}))?.rows
        return sendAtOnce(client, chatWrite, { input: { body }, before }, checking)
      }),
    async lookAgain(): Promise<boolean> {
      const state = store.getState()
      if (state.kind !== 'uncertain') return false
      return once(() => {
        checking()
        return state.lookAgain()
      })
    },
  }
}

export const useChatCreation = perPerson(createChatCreation)

/** Returns the chats that may be the one that was sent: they have its name, and the user is an admin. */
export const alikeChats = (rows: readonly Chat[], name: string): Chat[] =>
  rows.filter(chat => chat.is_admin && chat.name === name)

const chatWrite: AtOnceKind<typeof chats.create, readonly Chat[], Chat> = {
  endpoint: chats.create,
  fetchRemote: async ({ body }, call) => alikeChats((await call(chats.list, {})).rows, body.name),
  reconcile: reconcileNew,
  made: ({ before, answer, now }) => answer ?? (now && newIn(before, now).at(-1)),
}

const NewChatDraft = z.object({ name: z.string(), broadcast: z.boolean(), files: z.boolean() })

export type NewChatDraft = z.output<typeof NewChatDraft>

/** Each user has one draft of a new chat. */
export const newChatKey = 'new'

export const blankChat: NewChatDraft = { name: '', broadcast: false, files: true }

/** The draft survives a reload. It is only a few words, so sign-out does not ask about it. */
export const newChatDraft: DraftKind<NewChatDraft> = {
  name: 'newChat',
  value: NewChatDraft,
  isEmpty: ({ name }) => name.trim() === '',
  memory: true,
}

export const longestName = 200
