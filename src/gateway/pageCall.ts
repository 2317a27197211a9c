import { pageHeader } from '../contract/session.ts'

/**
 * Checks the origin of GET requests, too (rule 17). No other origin can set the header without a preflight. If
 * `appOrigin` is null, the host checks it.
 */
export function isPageCall(request: Request, appOrigin: string | null): boolean {
  if (!request.headers.get(pageHeader)) return false
  return appOrigin === null || isSameOrigin(request, appOrigin)
}

/** Browsers without Sec-Fetch-Site send Origin with every request that is not a plain GET. */
export function isSameOrigin(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  return request.headers.get('Origin') === appOrigin
}
