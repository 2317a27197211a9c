/**
 * How the browser keeps the session id. `__Host-` ties the cookie to this host and https (cases 6). On plain http, this
 * machine only, the name carries the port instead: cookies do not keep ports apart, and two instances may run here.
 */
export type SessionCookie = ReturnType<typeof createSessionCookie>

export function createSessionCookie(publicUrl: string) {
  const { protocol, port } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const name = isSecure ? '__Host-staffroom' : `staffroom-${port || '80'}`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(header = ''): string | null {
      const values = header
        .split(';')
        .map(pair => pair.trim().split('='))
        .filter(([key]) => key === name)
        .map(([, value = '']) => value)
      // Twice the same name is somebody's trick: neither is believed.
      const [value] = values
      return values.length === 1 && value && /^[\w-]{43}$/.test(value) ? value : null
    },
    /** The Set-Cookie header that keeps an id, or forgets it. Without an age: it goes when the browser is closed. */
    write: (id: string | null) =>
      id === null ? `${name}=; ${attributes}; Max-Age=0` : `${name}=${id}; ${attributes}`,
  }
}
