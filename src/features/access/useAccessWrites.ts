import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { AccessOf } from '../../paths.ts'
import { usePerson } from '../../ui/Person.tsx'
import { createAccessWay } from './permissionsClient.ts'
import { createAccessWrites } from './permissionWrites.ts'

/** The writes about one piece of content, and how far they are. Mount anew for another content. */
export function useAccessWrites(of: AccessOf) {
  const client = useQueryClient()
  const { id } = usePerson()
  const [writes] = useState(() => createAccessWrites(createAccessWay(client, of), id))
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  return { writes, state }
}
