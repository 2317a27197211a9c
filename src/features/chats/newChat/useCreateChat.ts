import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { keyOf, query, write } from '../../../api/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { findCreated, type SentChat } from './findCreated.ts'
import type { NewChatDraft } from './newChatDraft.ts'
import { type NameProblem, readNewChat } from './readNewChat.ts'

/**
 * `checking`: the answer was lost, the list is read back. `notThere`: it does not have the chat, and the request can't
 * arrive any more, so it can be created again. `uncertain`: the list could not be read either.
 */
export type Creating =
  | { kind: 'form'; problem?: NameProblem; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' | 'uncertain' | 'made' }

/** Creates a chat once (cases 22, 23). */
export function useCreateChat(onMade: (chat: Chat) => void) {
  const client = useQueryClient()
  const create = useMutation(write(chats.create))
  const [creating, setCreating] = useState<Creating>({ kind: 'form' })
  const busy = useRef(false)
  const sent = useRef<SentChat>(undefined)
  const left = useRef(new AbortController().signal)
  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving.signal
    return () => leaving.abort()
  }, [])

  const made = (chat: Chat) => {
    setCreating({ kind: 'made' })
    client.setQueryData(keyOf(chats.get, { chat_id: chat.id }), chat)
    onMade(chat)
  }
  const listNow = () => client.fetchQuery({ ...query(chats.list, {}), staleTime: 0, retry: false })
  const lookBack = async () => {
    const which = sent.current ?? { known: undefined, name: '' }
    setCreating({ kind: 'checking' })
    try {
      const it = await findCreated(async () => (await listNow()).rows, which, left.current)
      // Nobody knows what was there: one of that name may be older than this.
      if (it && which.known) made(it)
      else setCreating({ kind: it ? 'uncertain' : 'notThere' })
    } catch {
      setCreating({ kind: 'uncertain' })
    }
  }
  const send = async (draft: NewChatDraft) => {
    const read = readNewChat(draft)
    if ('problem' in read) return setCreating({ kind: 'form', problem: read.problem })
    setCreating({ kind: 'sending' })
    const rows = client.getQueryData(keyOf(chats.list, {}))?.rows
    sent.current = { known: rows && new Set(rows.map(({ id }) => id)), name: read.body.name }
    try {
      made(await create.mutateAsync({ body: read.body }))
    } catch (error) {
      if (isLost(error)) return lookBack()
      const said = error instanceof ApiError ? error.fields.name : undefined
      setCreating({ kind: 'form', error, ...(said !== undefined && { problem: { said } }) })
    }
  }
  /** One thing at a time: a double click creates one. */
  const once = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    await act().finally(() => {
      busy.current = false
    })
  }
  return {
    creating,
    send: (draft: NewChatDraft) => void once(() => send(draft)),
    lookAgain: () => void once(lookBack),
    /** Forgets what is wrong with a name that is being changed. */
    touched: () => setCreating(now => (now.kind === 'form' && !now.error ? { kind: 'form' } : now)),
  }
}

/** Nobody knows whether it was done: no answer came, or one from somewhere on the way, or one that can't be read. */
const isLost = (error: unknown) =>
  error instanceof ApiError && ['offline', 'server', 'offContract'].includes(error.kind)
