import { useSyncExternalStore } from 'react'

/** Whether this computer has a network, as the browser says. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}
