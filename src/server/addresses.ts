const localHosts = ['localhost', '127.0.0.1', '[::1]']

export const isLocalAddress = (url: string) => localHosts.includes(new URL(url).hostname)

/**
 * Adds an error and returns null if invalid. Plain http sends passwords unencrypted, so only this machine may use it.
 */
export function readAddress(name: string, text: string | undefined, errors: string[]): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    errors.push(`${name} is not an address: give one such as https://school.example.`)
  } else if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    errors.push(`${name} must be a host only, without path, name or password: ${url.protocol}//${url.host}.`)
  } else if (url.protocol === 'http:' && !isLocalAddress(text)) {
    errors.push(`${name} must begin with https:// unless it is on this machine (localhost).`)
  } else {
    return url.origin
  }
  return null
}
