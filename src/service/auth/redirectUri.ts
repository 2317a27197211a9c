/**
 * Whether `requested` has the origin of `configured` and its path or one below. localhost allows every port (api.md §
 * Authentication 8).
 */
export function isAllowedRedirect(configured: string, requested: string): boolean {
  const base = parseUrl(configured)
  const target = parseUrl(requested)
  if (!base || !target) return false
  if (target.protocol !== base.protocol || target.hostname !== base.hostname) return false
  if (target.port !== base.port && base.hostname !== 'localhost') return false
  const pathPrefix = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return target.pathname === base.pathname || target.pathname.startsWith(pathPrefix)
}

/** Undefined for URLs that two parsers could read differently (rule 35). */
function parseUrl(text: string): URL | undefined {
  // `URL` drops tabs and newlines, trims spaces, and turns `\` into `/`.
  if (text.length > 2000 || [...text].some(isUnsafe)) return undefined
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text) ?? []
  if (authority === '' || authority.includes('@') || text.includes('#')) return undefined
  if (/%(?:25)*(?:2f|5c)/i.test(path) || path.split('/').some(isDotSegment)) return undefined
  return URL.canParse(text) ? new URL(text) : undefined
}

const isUnsafe = (character: string) => character === '\\' || character <= ' ' || character === '\u007f'

/** Also finds encoded dots, and parameters that some servers remove (`..;x`). */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}$/.test(segment.replace(/%(?:25)*2e/gi, '.').replace(/(?:;|%(?:25)*3b).*$/i, ''))
}
