import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '../../../contract/chats.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import {
  type ChatDraft,
  chatDraft,
  draftKey,
  emptyDraft,
  hasContent,
  joinDrafts,
  withoutStaleReminder,
} from '../messageDraft.ts'
import { createTextEntry } from '../messageEntry.ts'
import { useChatName } from '../useChats.ts'

/** `storing`: messages on their way into the delivery, in order. The field then shows what was `typed` since. */
type ComposerState = { storing: readonly ChatDraft[]; typed: ChatDraft; isRefused: boolean }

/** The draft of a chat, and how it is sent. A message that can't be stored returns to the field. */
export function useComposer(chat: Chat) {
  'use memo'
  const { entries } = useDelivery()
  const nameOf = useChatName()
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const [store] = useState(() =>
    createStore<ComposerState>(() => ({ storing: [], typed: emptyDraft, isRefused: false })),
  )
  const { storing, typed, isRefused } = useStore(store)
  const getValue = () => {
    const current = store.getState()
    return current.storing.length > 0 ? current.typed : (draft.state().value ?? emptyDraft)
  }
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => {
    const current = getValue()
    const next = withoutStaleReminder({ ...current, ...patch(current) })
    if (store.getState().storing.length > 0) store.setState({ typed: next })
    else draft.set(next)
    if (store.getState().isRefused) store.setState({ isRefused: false })
  }
  /** Stores the first message. Resolves to whether it did, or another tab has changed the draft. */
  const storeNext = async (message: ChatDraft) => {
    const getRemaining = () => {
      const current = store.getState()
      return [...current.storing.slice(1), current.typed].reduce(joinDrafts)
    }
    const isStored = await draft.submit(
      message,
      draftChange => entries.add([createTextEntry(chat, nameOf(chat), message)], draftChange),
      getRemaining,
    )
    const remaining = getRemaining()
    const stored = draft.state().value
    const next = isStored ? remaining : joinDrafts(stored ?? emptyDraft, remaining)
    if (stored || !chatDraft.isEmpty(next)) draft.set(next)
    store.setState(current => ({ storing: current.storing.slice(1) }))
  }
  const storeAll = async () => {
    for (let next = store.getState().storing[0]; next; next = store.getState().storing[0])
      await storeNext(next)
  }
  const returnToField = () => {
    const current = store.getState()
    draft.set([...current.storing, current.typed].reduce(joinDrafts))
    store.setState({ storing: [], typed: emptyDraft, isRefused: true })
  }
  const send = () => {
    const message = getValue()
    if (!hasContent(message)) return
    store.setState(current => ({
      storing: [...current.storing, message],
      typed: emptyDraft,
      isRefused: false,
    }))
    if (store.getState().storing.length === 1) void storeAll().catch(returnToField)
  }
  const value = storing.length > 0 ? typed : (state.value ?? emptyDraft)
  return { value, state, draft, change, send, isRefused }
}
