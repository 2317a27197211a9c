/** What is to be read out, one sentence at a time. */
export type Announcer = {
  say(text: string): void
  said(): string
  subscribe(listener: () => void): () => void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<() => void>()
  let said = ''
  return {
    say(text) {
      // The same sentence twice is a change only if it differs: a reader is told by what changes.
      said = text === said ? `${text}\u00a0` : text
      for (const listener of listeners) listener()
    },
    said: () => said,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
