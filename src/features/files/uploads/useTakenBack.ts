import { useEffect, useEffectEvent } from 'react'
import type { useUploads } from './useUploads.ts'

/**
 * Before a service that turns out to take no uploads, the entries made for them go again: an empty file says nothing.
 */
export function useTakenBack({ items, cancel, sayUnsupported }: ReturnType<typeof useUploads>): void {
  const unsupported = items.filter(({ state, error }) => state === 'failed' && error?.kind === 'unsupported')
  const ids = unsupported.map(({ id }) => id).join(' ')
  const takeBack = useEffectEvent(() => {
    sayUnsupported(unsupported.length)
    for (const { id } of unsupported) void cancel(id)
  })
  useEffect(() => {
    if (ids !== '') takeBack()
  }, [ids])
}
