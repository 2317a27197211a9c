import type { BrowserContext } from '@playwright/test'
import { createSessionCookie } from '../../src/server/cookie.ts'
import type { NodeHost } from './nodeHost.ts'
import type { Login } from './people.ts'

const hosts = new WeakMap<BrowserContext, NodeHost>()

export function offerSessions(context: BrowserContext, host: NodeHost): void {
  hosts.set(context, host)
}

/** Returns false if the host has no session for the user. */
export async function addSessionCookie(context: BrowserContext, login: Login): Promise<boolean> {
  const host = hosts.get(context)
  const id = host?.sessions.get(login)
  if (!host || id === undefined) return false
  const [name = '', value = ''] = createSessionCookie(host.url).write(id).split(/[=;]/)
  await context.addCookies([{ name, value, url: host.url, httpOnly: true, sameSite: 'Strict' }])
  return true
}
