import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '../../../lib/parseJson.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { CoverBase, coverGrantWrite } from './coverGrants.ts'

const StoredGrant = z.object({
  permissionId: z.number(),
  colleague: z.object({ id: z.number(), name: z.string() }),
  title: z.string(),
  date: z.string(),
})
/** Access of a colleague that the user has to revoke. */
export type StoredGrant = z.output<typeof StoredGrant>

const createGrantStore = (storage: Storage | undefined, userId: number) =>
  createTextStore(storage, `staffroom:${userId}:cover-grants`)

const parseGrants = (text: string): readonly StoredGrant[] =>
  z.safeParse(z.array(StoredGrant), parseJson(text)).data ?? []

const maxGrants = 500

/** Stores access that the service does not end itself. Every tab calls it for each completed write. */
export function recordCoverGrant(
  storage: Storage | undefined,
  userId: number,
  { kind, base, result }: Pick<Write, 'kind' | 'base' | 'result'>,
): void {
  if (kind !== coverGrantWrite.name || typeof result !== 'number') return
  const { data } = z.safeParse(CoverBase, base)
  if (!data || data.endsItself) return
  const { colleague, title, date } = data
  const store = createGrantStore(storage, userId)
  const others = parseGrants(store.read()).filter(({ permissionId }) => permissionId !== result)
  const added = { permissionId: result, colleague, title, date }
  store.write(JSON.stringify([...others, added].slice(-maxGrants)))
}

/** Access to revoke, stored on this device. */
export function useCoverGrants(): {
  grants: readonly StoredGrant[]
  forget: (permissionIds: readonly number[]) => void
} {
  const storage = useUserStorage()
  const { id: userId } = useCurrentUser()
  const store = useMemo(() => createGrantStore(storage, userId), [storage, userId])
  const text = useSyncExternalStore(store.subscribe, store.read)
  const grants = useMemo(() => parseGrants(text), [text])
  return {
    grants,
    forget(permissionIds) {
      const rest = parseGrants(store.read()).filter(
        ({ permissionId }) => !permissionIds.includes(permissionId),
      )
      store.write(rest.length === 0 ? '' : JSON.stringify(rest))
    },
  }
}
