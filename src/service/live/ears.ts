/** What one process tells, as text, and all of them hear. */
export type Ears = {
  /**
   * Begins to listen. `up` is called whenever from now on everything is heard, `down` whenever it is not; answers what ends
   * it.
   */
  listen(hears: { heard(text: string): void; up(): void; down(): void }): () => void
  /** Tells what was committed. Absent where the database does so itself. */
  tell?(text: string): void
}

/** Of a database with one process. */
export function createOwnEars(): Ears & { tell(text: string): void } {
  const listening = new Set<(text: string) => void>()
  return {
    listen({ heard, up }) {
      listening.add(heard)
      up()
      return () => void listening.delete(heard)
    },
    tell(text) {
      for (const heard of listening) heard(text)
    },
  }
}
