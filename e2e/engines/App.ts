import type { Login } from '../support/people.ts'

export type Name = string | RegExp

/** An element as a user describes it. The first visible match counts. */
export type Target = { by: 'role' | 'label' | 'text'; role: string; name: Name; within: Target | undefined }

export const byRole = (role: string, name: Name = /^/, within?: Target): Target => ({
  by: 'role',
  role,
  name,
  within,
})
export const byLabel = (name: Name, within?: Target): Target => ({ by: 'label', role: '', name, within })
export const byText = (name: Name, within?: Target): Target => ({ by: 'text', role: '', name, within })
export const button = (name: Name, within?: Target): Target => byRole('button', name, within)
export const link = (name: Name, within?: Target): Target => byRole('link', name, within)

/** The app in a window of any engine. Each action waits until a user could do it. */
export type App = {
  /** Whether the window is as narrow as a phone. */
  isNarrow: boolean
  goto: (path: string) => Promise<unknown>
  /** Opens a path with the session of a user. */
  enterAs: (login: Login, path: string) => Promise<void>
  click: (target: Target) => Promise<void>
  fill: (field: Target, text: string) => Promise<void>
  press: (key: 'Enter' | 'Escape') => Promise<void>
  upload: (input: Target, paths: string[]) => Promise<void>
  /** Draws a line of 100 px to the right from the middle of an element. */
  draw: (target: Target) => Promise<void>
  expectVisible: (target: Target) => Promise<void>
  expectGone: (target: Target) => Promise<void>
  /** Waits until a function that runs in the page returns true for an element. */
  expectTrue: (target: Target, check: (element: Element) => boolean) => Promise<void>
}
