import { createStore } from 'zustand/vanilla'
import { readParam } from '../../../contract/wire.ts'

/** Numbers of the homework a person opened in a class, kept in this browser; the newest first. */
export type RememberedHomework = {
  /** The same array until something changes. */
  list: () => readonly number[]
  add: (id: number) => void
  remove: (id: number) => void
  subscribe: (listener: () => void) => () => void
}

const most = 200
/** Where the browser keeps nothing: until the page closes. Another one with every change, also of what is kept. */
const passing = createStore<ReadonlyMap<string, string>>(() => new Map())

/** What is remembered for one person and class. */
export function rememberedHomework(
  storage: Storage | undefined,
  personId: number,
  courseId: number,
): RememberedHomework {
  const key = `staffroom:${personId}:homework:${courseId}`
  let text: string | undefined
  let ids: readonly number[] = []
  const list = () => {
    const now = readText(storage, key)
    if (now !== text) {
      text = now
      ids = parse(now)
    }
    return ids
  }
  const keep = (next: readonly number[]) => {
    const stored = JSON.stringify(next)
    const unkept = new Map(passing.getState())
    try {
      if (!storage) throw new Error('blocked')
      storage.setItem(key, stored)
      unkept.delete(key)
    } catch {
      unkept.set(key, stored)
    }
    passing.setState(unkept, true)
  }
  return {
    list,
    add: id => keep([id, ...list().filter(other => other !== id)].slice(0, most)),
    remove: id => keep(list().filter(other => other !== id)),
    subscribe: passing.subscribe,
  }
}

function readText(storage: Storage | undefined, key: string): string {
  const unkept = passing.getState().get(key)
  try {
    return unkept ?? storage?.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Whatever else is in its place counts as nothing. */
function parse(text: string): number[] {
  try {
    const stored: unknown = JSON.parse(text || '[]')
    if (!Array.isArray(stored)) return []
    return [...new Set(stored)].filter(id => typeof id === 'number' && readParam('id', String(id)) === id)
  } catch {
    return []
  }
}
