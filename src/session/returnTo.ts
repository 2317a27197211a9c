/** First segments of what may be returned to; sign-in itself is none of them. */
const returnable = new Set(['', 'classes', 'chats', 'settings'])

const longest = 2000

const known = (path: string) => returnable.has(path.split('/')[1] ?? '')

/**
 * A path of this app out of whatever an address bar brought, `/` for everything else: other origins in any spelling
 * (`//evil`, `/\evil`, `javascript:`, encoded forms), dot segments, unknown routes (cases 4). `isKnown` is asked with the path
 * without query and fragment.
 */
export function safeReturnTo(
  text: string | null | undefined,
  isKnown: (path: string) => boolean = known,
): string {
  if (!text || text.length > longest || !text.startsWith('/')) return '/'
  // Browsers drop tabs and line ends and read a backslash as a slash before they look at an address.
  if (/[\p{Cc}\\\u2028\u2029]/u.test(text)) return '/'
  const path = text.split(/[?#]/, 1)[0] ?? ''
  // Encoded or not, nothing may be a slash, a dot segment or a percent sign to somebody further on.
  if (path.includes('//') || /%(?:2f|5c|2e|25|0|1|7f)/i.test(path)) return '/'
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return '/'
  const here = 'https://app.invalid'
  const url = URL.canParse(text, here) ? new URL(text, here) : undefined
  if (url?.origin !== here || url.pathname + url.search + url.hash !== text) return '/'
  return isKnown(url.pathname) ? text : '/'
}
