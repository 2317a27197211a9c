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
 * `checking`: the answer was lost, the list is read back. `notThere`: it does not have the chat, and the request can't
 * arrive any more, so it can be created again. `uncertain`: the list could not be read either.
 */
export type Creating =
  | { kind: 'form'; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' }
  | Extract<SentChat, { kind: 'uncertain' }>
  | { kind: 'made'; chat: Chat }
type SentChat = Sent<Chat>
export type NewChatBody = z.output<typeof NewChat>

const blank: Creating = { kind: 'form' }

/**
 * Creates a chat once (cases 22, 23), one at a time for a person and apart from the form: closed, it goes on, and whoever
 * opens the form again finds how far it is.
 */
function createChatCreation(client: QueryClient) {
  const store = createStore<Creating>(() => blank)
  const become = (next: Creating) => store.setState(next, true)
  /** Who shows it: the open form. */
  let shownBy = 0
  let isBusy = false
  const checking = () => become({ kind: 'checking' })

  function settle(sent: SentChat): boolean {
    if (sent.kind === 'done') {
      // With the form closed nobody waits for it: it is in the list.
      become(shownBy > 0 ? { kind: 'made', chat: sent.made } : blank)
    } else if (sent.kind === 'refused') become({ kind: 'form', error: sent.error })
    else become(sent)
    return sent.kind === 'done'
  }
  /** A double click creates one. */
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
        // What was seen is not said again to who opens the form once more; what nobody knows is.
        if (shownBy === 0 && ['form', 'notThere', 'made'].includes(store.getState().kind)) become(blank)
      }
    },
    /** Resolves true once the chat is there; false where it is not, or where one is under way. */
    send: (body: NewChatBody): Promise<boolean> =>
      once(() => {
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

/** Chats that may be the one that was sent: of its name, and the caller's own. */
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

/** There is one: what was typed and not created yet. */
export const newChatKey = 'new'

export const blankChat: NewChatDraft = { name: '', broadcast: false, files: true }

/** Survives a reload. No more than a few words: signing out asks nobody about them. */
export const newChatDraft: DraftKind<NewChatDraft> = {
  name: 'newChat',
  value: NewChatDraft,
  isEmpty: ({ name }) => name.trim() === '',
  memory: true,
}

export const longestName = 200
