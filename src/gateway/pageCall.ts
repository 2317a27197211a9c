import { pageHeader } from '../contract/session.ts'

/**
 * GET included (cases 17). Another origin can't set the header without a preflight, which is never answered.
 * `appOrigin` null: the host sees to the origin.
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
