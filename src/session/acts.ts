import { actHeader } from '../contract/session.ts'
import type { PageFetch } from './askGateway.ts'

const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart']

/** Longest time somebody who only types goes unnoticed by the gateway, ms: a twelfth of what ends a session. */
export const reportAfter = 5 * 60_000

/** Cases 42. `report` is called when somebody did something and nothing was sent since, as by who writes for long. */
export function watchActs(
  { page, fetch }: { page?: EventTarget | undefined; fetch: PageFetch },
  report: () => unknown,
) {
  const watched = page ?? (typeof window === 'undefined' ? undefined : window)
  // Somebody opened this page.
  let untold = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const noticed = () => {
    untold = true
    timer ??= setTimeout(() => {
      timer = undefined
      if (untold) report()
    }, reportAfter)
  }
  for (const type of acts) {
    watched?.addEventListener(type, noticed, { capture: true, passive: true, signal: stop.signal })
  }
  return {
    /** The first call after an act says so to the gateway. */
    async send(path: string, init?: RequestInit): Promise<Response> {
      if (!untold) return fetch(path, init)
      const headers = new Headers(init?.headers)
      headers.set(actHeader, '1')
      untold = false
      const response = await fetch(path, { ...init, headers }).catch(error => {
        untold = true
        throw error
      })
      // Perhaps some machine on the way answered.
      if (response.status >= 500) untold = true
      return response
    },
    stop() {
      stop.abort()
      clearTimeout(timer)
    },
  }
}

type PageListener = {
  /** The tab or the network came back. */
  wake(online: boolean): void
  /** The page came out of the back-forward cache. */
  restored(): void
  /** Another tab changed the lasting storage. */
  stored(key: string | null, value: string | null): void
}

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

export const isPageVisible = () => typeof document === 'undefined' || document.visibilityState !== 'hidden'
