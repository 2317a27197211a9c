const local = ['localhost', '127.0.0.1', '[::1]']

/** Whether the address is this machine's own, where plain http is safe. */
export const isLocalAddress = (url: string) => local.includes(new URL(url).hostname)

/**
 * Origin of a setting that is an address of a host; null, and a sentence more in `wrong`, when it can't be used.
 * Plain http carries passwords and cookies openly: on this machine only.
 */
export function readAddress(name: string, text: string | undefined, wrong: string[]): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    wrong.push(`${name} is not an address: give one such as https://school.example.`)
  } else if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    wrong.push(`${name} must be a host only, without path, name or password: ${url.protocol}//${url.host}.`)
  } else if (url.protocol === 'http:' && !isLocalAddress(text)) {
    wrong.push(`${name} must begin with https:// unless it is on this machine (localhost).`)
  } else {
    return url.origin
  }
  return null
}
