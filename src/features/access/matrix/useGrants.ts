import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Asking, createAsking } from './createAsking.ts'
import { createGrantStore, type Grants } from './grantStore.ts'
import type { Thing } from './thing.ts'

/** What is known about access, whoever asked for it. */
export function useGrants(): Grants {
  const client = useQueryClient()
  const [store] = useState(() => createGrantStore(client))
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Asks for `wanted` one after another while the screen is there. */
export function useAsking(wanted: readonly Thing[]): Asking {
  const client = useQueryClient()
  const [asking] = useState(() => createAsking(client))
  useEffect(() => {
    asking.want(wanted)
  }, [asking, wanted])
  useEffect(
    () => () => {
      asking.want([])
      asking.show([])
    },
    [asking],
  )
  return asking
}
