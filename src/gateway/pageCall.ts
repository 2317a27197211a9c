import { pageHeader } from '../contract/session.ts'

/**
 * Whether a page of this very app makes the call (cases 17), GET included. The header can't be set from another
 * origin without a preflight, which is never answered; the browser's own word on the origin must agree.
 * `appOrigin` null: the host already sees to the origin (in a worker a request carries no Sec-Fetch-Site).
 */
export function isPageCall(request: Request, appOrigin: string | null): boolean {
  if (!request.headers.get(pageHeader)) return false
  return appOrigin === null || isSameOrigin(request, appOrigin)
}

/** Browsers older than Sec-Fetch-Site send Origin with every call that is not a plain GET. */
export function isSameOrigin(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  return request.headers.get('Origin') === appOrigin
}
