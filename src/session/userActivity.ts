import { activityHeader } from '../contract/session.ts'
import type { PageFetch } from './requestGateway.ts'

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart']

/** In ms. A twelfth of the maximum idle time. */
export const reportDelay = 5 * 60_000

/** Rule 42. Calls `report` if the user is active without requests, e.g. while writing. */
export function watchActivity(
  { page, fetch }: { page?: EventTarget | undefined; fetch: PageFetch },
  report: () => unknown,
) {
  const watched = page ?? (typeof window === 'undefined' ? undefined : window)
  // Opening the page counts as activity.
  let hasUnreportedActivity = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const handleActivity = () => {
    hasUnreportedActivity = true
    timer ??= setTimeout(() => {
      timer = undefined
      if (hasUnreportedActivity) report()
    }, reportDelay)
  }
  for (const type of activityEvents) {
    watched?.addEventListener(type, handleActivity, { capture: true, passive: true, signal: stop.signal })
  }
  return {
    async send(path: string, init?: RequestInit): Promise<Response> {
      if (!hasUnreportedActivity) return fetch(path, init)
      const headers = new Headers(init?.headers)
      headers.set(activityHeader, '1')
      hasUnreportedActivity = false
      const response = await fetch(path, { ...init, headers }).catch(error => {
        hasUnreportedActivity = true
        throw error
      })
      // A proxy may have answered.
      if (response.status >= 500) hasUnreportedActivity = true
      return response
    },
    stop() {
      stop.abort()
      clearTimeout(timer)
    },
  }
}

type PageListener = {
  /** The tab is visible or online again. */
  onWake(online: boolean): void
  /** From the back-forward cache. */
  onRestored(): void
  /** Another tab has changed localStorage. */
  onStorage(key: string | null, value: string | null): void
}

export function watchPage(
  page: EventTarget | undefined = typeof window === 'undefined' ? undefined : window,
  listener: PageListener,
): () => void {
  if (!page) return () => {}
  const stop = new AbortController()
  const on = (type: string, act: (event: Event) => void) =>
    page.addEventListener(type, act, { signal: stop.signal })
  on('focus', () => listener.onWake(false))
  on('visibilitychange', () => listener.onWake(false))
  on('online', () => listener.onWake(true))
  on('pageshow', event => {
    if ('persisted' in event && event.persisted === true) listener.onRestored()
  })
  on('storage', event => {
    if ('key' in event && 'newValue' in event) listener.onStorage(textOf(event.key), textOf(event.newValue))
  })
  return () => stop.abort()
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

export const isPageVisible = () => typeof document === 'undefined' || document.visibilityState !== 'hidden'
