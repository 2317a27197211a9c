/**
 * Whether an application may have the answer sent to `given` when `configured` is the redirect URL of its settings:
 * same scheme, host and port, the path or one below it by whole segments; any port for a configured localhost
 * (api.md § Authentication 8). Compared after parsing, and refused where two readers could parse differently (cases 35).
 */
export function redirectFits(configured: string, given: string): boolean {
  const home = parsed(configured)
  const target = parsed(given)
  if (!home || !target) return false
  if (target.protocol !== home.protocol || target.hostname !== home.hostname) return false
  if (target.port !== home.port && home.hostname !== 'localhost') return false
  const below = home.pathname.endsWith('/') ? home.pathname : `${home.pathname}/`
  return target.pathname === home.pathname || target.pathname.startsWith(below)
}

/** An http or https URL without anything that a browser, a proxy and this parser might read in different ways. */
function parsed(text: string): URL | undefined {
  // The parser drops tabs and newlines, trims spaces and turns `\` into `/`, all of which happens before it answers.
  if (text.length > 2000 || [...text].some(isUnsafe)) return undefined
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text) ?? []
  if (authority === '' || authority.includes('@') || text.includes('#')) return undefined
  if (/%(?:25)*(?:2f|5c)/i.test(path) || path.split('/').some(isDotSegment)) return undefined
  return URL.canParse(text) ? new URL(text) : undefined
}

const isUnsafe = (character: string) => character === '\\' || character <= ' ' || character === '\u007f'

/** `.` and `..`, encoded once or more often, and with the parameters some servers cut off (`..;x`). */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}$/.test(segment.replace(/%(?:25)*2e/gi, '.').replace(/(?:;|%(?:25)*3b).*$/i, ''))
}
