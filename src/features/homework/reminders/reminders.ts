import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { Entry } from '../../../delivery/entries/Entry.ts'
import { parseJson } from '../../../lib/parseJson.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { RemindedIds } from './remindedIds.ts'

/** Times of the last reminders by ID of the homework or key of the message, in Unix ms. Newest first. */
export type Reminders = ReadonlyMap<number, number>

/** Key of a message that asks for confirmation. Negative, so that it differs from the IDs of homework. */
export const getMessageKey = (messageId: number): number => -messageId

const createReminderStore = (storage: Storage | undefined, userId: number) =>
  createTextStore(storage, `staffroom:${userId}:homework:reminders`)

const StoredReminders = z.array(z.tuple([z.number(), z.number()]))

const parseReminders = (text: string): Reminders =>
  new Map(z.safeParse(StoredReminders, parseJson(text)).data ?? [])

const maxReminders = 200

/** In the draft of a message, and of a new chat. */
const Reminder = z.object({ remindsOf: RemindedIds })

/** Stores the time (Unix ms) for all homework that a sent message reminds of. */
export function recordReminder(
  storage: Storage | undefined,
  userId: number,
  { draft }: Pick<Entry, 'draft'>,
  at: number,
): void {
  const ids = z.safeParse(Reminder, draft?.value).data?.remindsOf
  if (ids === undefined) return
  const store = createReminderStore(storage, userId)
  const others = [...parseReminders(store.read())].filter(([id]) => !ids.includes(id))
  const latest = ids.map(id => [id, at])
  store.write(JSON.stringify([...latest, ...others].slice(0, maxReminders)))
}

/** Returns the reminders that this device has sent for the user. */
export function useReminders(): Reminders {
  const storage = useUserStorage()
  const { id: userId } = useCurrentUser()
  const store = useMemo(() => createReminderStore(storage, userId), [storage, userId])
  const text = useSyncExternalStore(store.subscribe, store.read)
  return useMemo(() => parseReminders(text), [text])
}
