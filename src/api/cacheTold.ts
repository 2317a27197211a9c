import { notifyManager } from '@tanstack/react-query'

/**
 * Resolves when everybody who shows what is cached has drawn its changes up to now; what hides the old data until then
 * must not end before. Two turns: observers hear of a change in one, and what React draws from them in the next.
 */
export const cacheTold = (): Promise<void> =>
  new Promise(resolve => {
    notifyManager.schedule(() => notifyManager.schedule(resolve))
  })
