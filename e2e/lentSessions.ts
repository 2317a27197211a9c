import type { BrowserContext } from '@playwright/test'
import { createSessionCookie } from '../src/server/cookie.ts'
import type { NodeHost } from './nodeHost.ts'
import type { Login } from './people.ts'

const hosts = new WeakMap<BrowserContext, NodeHost>()

/** Lets a browser take one of the sessions its host began with. */
export function lendSessions(context: BrowserContext, host: NodeHost): void {
  hosts.set(context, host)
}

/** Gives a browser the cookie of a session of this person; false where its host has none to give. */
export async function takeSession(context: BrowserContext, login: Login): Promise<boolean> {
  const host = hosts.get(context)
  const id = host?.sessions.get(login)
  if (!host || id === undefined) return false
  const [name = '', value = ''] = createSessionCookie(host.url).write(id).split(/[=;]/)
  await context.addCookies([{ name, value, url: host.url, httpOnly: true, sameSite: 'Strict' }])
  return true
}
