export type PageListener = {
  /** The tab or the network came back. */
  wake(online: boolean): void
  /** The page came out of the back-forward cache. */
  restored(): void
  /** Another tab changed the lasting storage. */
  stored(key: string | null, value: string | null): void
}

/** Listens to the window, or to what stands for it; answers how to stop. */
export function watchPage(
  page: EventTarget | undefined = typeof window === 'undefined' ? undefined : window,
  listener: PageListener,
): () => void {
  if (!page) return () => {}
  const stop = new AbortController()
  const on = (type: string, act: (event: Event) => void) =>
    page.addEventListener(type, act, { signal: stop.signal })
  on('focus', () => listener.wake(false))
  on('visibilitychange', () => listener.wake(false))
  on('online', () => listener.wake(true))
  on('pageshow', event => {
    if ('persisted' in event && event.persisted === true) listener.restored()
  })
  on('storage', event => {
    if ('key' in event && 'newValue' in event) listener.stored(textOf(event.key), textOf(event.newValue))
  })
  return () => stop.abort()
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** True where there is no page to be seen. */
export const isPageVisible = () => typeof document === 'undefined' || document.visibilityState !== 'hidden'
