import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Chat, chats, NewChat } from '../../../contract/chats.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import { settling } from '../../../outbox/queue/advance.ts'
import { perPerson } from '../perPerson.ts'

/**
 * `checking`: the answer was lost, the list is read back. `notThere`: it does not have the chat, and the request can't
 * arrive any more, so it can be created again. `uncertain`: the list could not be read either.
 */
export type Creating =
  | { kind: 'form'; problem?: NameProblem; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' | 'uncertain' }
  | { kind: 'made'; chat: Chat }

/**
 * Creates a chat once (cases 22, 23), one at a time for a person and apart from the form: closed, it goes on, and whoever
 * opens the form again finds how far it is.
 */
type ChatCreation = {
  state(): Creating
  subscribe(listener: () => void): () => void
  /** Resolves true once the chat is there; false where it is not, or where one is under way. */
  send(draft: NewChatDraft): Promise<boolean>
  /** Looks once more whether it is there. */
  lookAgain(): Promise<boolean>
  /** Forgets what is wrong with a name that is being changed. */
  touched(): void
}

const blank: Creating = { kind: 'form' }

function createChatCreation(client: QueryClient): ChatCreation {
  const store = createStore<Creating>(() => blank)
  const become = (next: Creating) => store.setState(next, true)
  /** Who shows it: the open form. */
  let shownBy = 0
  let isBusy = false
  let sent: SentChat = { known: undefined, name: '' }
  const made = (chat: Chat) => {
    // With the form closed nobody waits for it: it is in the list.
    become(shownBy > 0 ? { kind: 'made', chat } : blank)
    return true
  }
  const readList = async () =>
    (await client.fetchQuery({ ...query(chats.list, {}), staleTime: 0, retry: false })).rows
  async function lookBack(): Promise<boolean> {
    become({ kind: 'checking' })
    try {
      const chat = await findCreated(readList, sent)
      // Nobody knows what was there: one of that name may be older than this.
      if (chat && sent.known) return made(chat)
      become({ kind: chat ? 'uncertain' : 'notThere' })
    } catch {
      become({ kind: 'uncertain' })
    }
    return false
  }
  async function send(draft: NewChatDraft): Promise<boolean> {
    const read = readNewChat(draft)
    if ('problem' in read) {
      become({ kind: 'form', problem: read.problem })
      return false
    }
    become({ kind: 'sending' })
    const rows = client.getQueryData(keyOf(chats.list, {}))?.rows
    sent = { known: rows && new Set(rows.map(({ id }) => id)), name: read.body.name }
    try {
      return made(
        await client.getMutationCache().build(client, write(chats.create)).execute({ body: read.body }),
      )
    } catch (error) {
      if (isLost(error)) return lookBack()
      const said = error instanceof ApiError ? error.fields.name : undefined
      become({ kind: 'form', error, ...(said !== undefined && { problem: { said } }) })
      return false
    }
  }
  /** A double click creates one. */
  const once = async (act: () => Promise<boolean>) => {
    if (isBusy) return false
    isBusy = true
    return act().finally(() => {
      isBusy = false
    })
  }
  return {
    state: store.getState,
    subscribe(listener) {
      const stop = store.subscribe(listener)
      shownBy += 1
      return () => {
        stop()
        shownBy -= 1
        // What was seen is not said again to who opens the form once more; what nobody knows is.
        if (shownBy === 0 && ['form', 'notThere', 'made'].includes(store.getState().kind)) become(blank)
      }
    },
    send: draft => once(() => send(draft)),
    lookAgain: () => once(lookBack),
    touched() {
      const state = store.getState()
      if (state.kind === 'form' && !state.error && state !== blank) become(blank)
    },
  }
}

/** The one of the signed-in person. */
export const useChatCreation = perPerson(createChatCreation)

/** Nobody knows whether it was done: no answer came, or one from somewhere on the way, or one that can't be read. */
const isLost = (error: unknown) =>
  error instanceof ApiError && ['offline', 'server', 'offContract'].includes(error.kind)

/** What was there before a chat was sent, as far as anybody knows, and under which name it was. */
type SentChat = { known: ReadonlySet<number> | undefined; name: string }

/**
 * The chat an answer was lost of: one of that name that is new. A request may arrive late, so only what is read once it
 * can't any more says "not there" (`undefined`, cases 23). Throws what `read` throws.
 */
export async function findCreated(
  read: () => Promise<readonly Chat[]>,
  { known, name }: SentChat,
): Promise<Chat | undefined> {
  const find = async () =>
    (await read()).findLast(chat => chat.is_admin && chat.name === name && !known?.has(chat.id))
  const atOnce = await find()
  if (atOnce) return atOnce
  await new Promise(resolve => setTimeout(resolve, settling))
  return find()
}

const NewChatDraft = z.object({ name: z.string(), broadcast: z.boolean(), files: z.boolean() })

/** What the form holds. */
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

/** What is wrong with the name. `said`: the service's own sentence. */
export type NameProblem = 'missing' | 'tooLong' | { said: string }

export const longestName = 200

/** The body of a new chat, checked with the endpoint's own schema. */
export function readNewChat(
  draft: NewChatDraft,
): { body: z.output<typeof NewChat> } | { problem: NameProblem } {
  const { success, data } = NewChat.safeParse({
    name: draft.name,
    broadcast_only: draft.broadcast,
    files_allowed: draft.files,
  })
  if (success) return { body: data }
  return { problem: draft.name.trim() === '' ? 'missing' : 'tooLong' }
}
