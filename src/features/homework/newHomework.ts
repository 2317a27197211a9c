import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { ListedHomework } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { parseJson } from '../../lib/parseJson.ts'
import { parseInstant } from '../../lib/schoolTime.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

const dayMs = 24 * 60 * 60_000
/** Older homework is never new, so that the stored list stays short. */
const maxAgeMs = 60 * dayMs

/**
 * Homework that the user has opened on this device, with the time of the last opening. Earlier changes than `since` are
 * not new. Unix ms.
 */
const OpenedSchema = z.object({ since: z.number(), opened: z.record(z.string(), z.number()) })
export type OpenedHomework = z.output<typeof OpenedSchema>

const getKey = (userId: number) => `staffroom:${userId}:homework:opened`

const readOpened = (storage: Storage | undefined, userId: number, now: number): OpenedHomework =>
  OpenedSchema.safeParse(parseJson(readText(storage, getKey(userId)) ?? '')).data ?? {
    // On the first visit, homework counts as new for a day.
    since: now - dayMs,
    opened: {},
  }

function saveOpened(storage: Storage | undefined, userId: number, now: number, value: OpenedHomework): void {
  const since = Math.max(value.since, now - maxAgeMs)
  const opened = Object.fromEntries(Object.entries(value.opened).filter(([, at]) => at > since))
  writeText(storage, getKey(userId), JSON.stringify({ since, opened }))
}

/** Whether a pupil has not yet seen the task, or its correction if it was returned. */
export function isNewForPupil(
  { id, created_at, is_submissionable, own_status }: ListedHomework,
  { since, opened }: OpenedHomework,
  timeZone: string,
): boolean {
  // Without the own status, the work may be handed in already.
  if (is_submissionable && !own_status) return false
  const isReturned = own_status?.is_corrected === true
  if (!isReturned && (own_status?.is_submitted || own_status?.is_acknowledged)) return false
  const changedAt = isReturned ? own_status.corrected_at : created_at
  if (!changedAt) return false
  const at = parseInstant(changedAt, timeZone)
  return at !== undefined && at > (opened[id] ?? since)
}

/** Returns the homework opened on this device, as of the first rendering. */
export function useOpenedHomework(): OpenedHomework {
  const storage = useUserStorage()
  const { id: userId } = useCurrentUser()
  const { clock } = useSchoolTime()
  const [opened] = useState(() => readOpened(storage, userId, clock()))
  useEffect(() => {
    saveOpened(storage, userId, clock(), opened)
  }, [storage, userId, clock, opened])
  return opened
}

/**
 * Stores that the user sees the homework. `id` is undefined until the screen shows its content. `correctedAt`: return
 * of the own submission, if it was loaded.
 */
export function useMarkAsOpened(id: number | undefined, correctedAt: string | null | undefined): void {
  const storage = useUserStorage()
  const { id: userId } = useCurrentUser()
  const { clock } = useSchoolTime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a correction that arrives while the task is open is seen, too.
  useEffect(() => {
    if (id === undefined) return
    const now = clock()
    const stored = readOpened(storage, userId, now)
    saveOpened(storage, userId, now, { ...stored, opened: { ...stored.opened, [id]: now } })
  }, [storage, userId, clock, id, correctedAt])
}
