import { pageHeader } from '../contract/session.ts'

/**
 * GET too (cases 17): no other origin can set the header without a preflight. `appOrigin` null: the host sees to it.
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
