import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '../../../lib/parseJson.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
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

/** In `base` of a message (`messageWrite.ts`). */
const ReminderBase = z.object({ remindsOf: RemindedIds })

/**
 * Stores the time of a message for all homework that it reminds of. Call it when the message was sent, so that an abandoned or
 * failed message does not count.
 */
export function recordReminder(
  storage: Storage | undefined,
  userId: number,
  { base, doneAt }: Pick<Write, 'base' | 'doneAt'>,
): void {
  const ids = z.safeParse(ReminderBase, base).data?.remindsOf
  if (ids === undefined || doneAt === undefined) return
  const store = createReminderStore(storage, userId)
  const others = [...parseReminders(store.read())].filter(([id]) => !ids.includes(id))
  const latest = ids.map(id => [id, doneAt])
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
