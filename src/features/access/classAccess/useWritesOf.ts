import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AccessOf } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { type AccessWrites, createAccessWrites, permissionsClient } from '../permissionWrites.ts'
import { itemKey } from './accessItems.ts'

/** Returns a function that returns the writes of an item. Pending writes survive while their row is not rendered. */
export function useWritesOf(): (of: AccessOf) => AccessWrites {
  const client = useQueryClient()
  const me = useCurrentUser().id
  const known = useRef(new Map<string, AccessWrites>())
  return of => {
    const key = itemKey(of.field, of.id)
    const writes = known.current.get(key) ?? createAccessWrites(permissionsClient(client, of), me)
    known.current.set(key, writes)
    return writes
  }
}
