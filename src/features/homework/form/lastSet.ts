import { z } from 'zod/mini'

const LastSet = z.object({ id: z.number(), at: z.number() })

/** The homework set last in a class from this browser and when, Unix ms. */
export type LastSet = z.output<typeof LastSet>

/**
 * Tells a form in another tab that what it shows was set meanwhile: the draft they shared is gone by then. Only the
 * number is kept, never what it says.
 */
export function lastSet(storage: Storage | undefined, personId: number, courseId: number) {
  const key = `staffroom:${personId}:homework-set:${courseId}`
  return {
    read(): LastSet | undefined {
      try {
        return LastSet.safeParse(JSON.parse(storage?.getItem(key) ?? passing.get(key) ?? 'null')).data
      } catch {
        return undefined
      }
    },
    write(last: LastSet): void {
      const text = JSON.stringify(last)
      passing.set(key, text)
      try {
        storage?.setItem(key, text)
      } catch {
        // Blocked or full: this page knows it still.
      }
    },
  }
}

/** Where the browser keeps nothing: until the page closes. */
const passing = new Map<string, string>()
