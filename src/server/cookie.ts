/**
 * `__Host-` binds the cookie to this host and https (rule 6). With plain http, all ports of this machine share cookies,
 * so the name contains the port.
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
      // Two cookies with this name indicate an attack.
      const [value] = values
      return values.length === 1 && value && /^[\w-]{43}$/.test(value) ? value : null
    },
    write: (id: string | null) =>
      id === null ? `${name}=; ${attributes}; Max-Age=0` : `${name}=${id}; ${attributes}`,
  }
}
