import { useEffect, useEffectEvent } from 'react'
import { type UploadItem, unfinishedOf } from './uploadItems.ts'
import type { useUploads } from './useUploads.ts'

/**
 * Before a service that turns out to take no uploads, the entries made for them go again: an empty file says nothing. What
 * else was picked need not be refused one by one.
 */
export function useTakenBack({ items, cancel, sayUnsupported }: ReturnType<typeof useUploads>): void {
  const isRefused = takesNone(items)
  const takeBack = useEffectEvent(() => {
    const refused = unfinishedOf(items)
    sayUnsupported(refused.length)
    for (const { id } of refused) void cancel(id)
  })
  useEffect(() => {
    if (isRefused) takeBack()
  }, [isRefused])
}

/**
 * Said of an entry that was made for it just now, a missing upload is missing altogether; of another it may as well be the
 * entry that is gone, and so may it be where an upload was taken before.
 */
const takesNone = (items: readonly UploadItem[]): boolean =>
  items.some(
    ({ state, error, creation }) =>
      state === 'failed' && error?.kind === 'unsupported' && creation?.state === 'done',
  ) && items.every(({ upload }) => upload?.state !== 'done')
