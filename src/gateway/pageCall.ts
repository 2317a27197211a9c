import { pageHeader } from '../contract/session.ts'

/**
 * Other origins can't send the header without a preflight (rule 17). Without `appOrigin`, the host checks the
 * origin.
 */
export function isPageCall(request: Request, appOrigin: string | null): boolean {
  if (!request.headers.get(pageHeader)) return false
  return appOrigin === null || isSameOrigin(request, appOrigin)
}

/** Without Sec-Fetch-Site, browsers send Origin except with plain GETs. */
export function isSameOrigin(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  return request.headers.get('Origin') === appOrigin
}
