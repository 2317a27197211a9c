export type DebugTopic = 'events' | 'delivery'

/** localStorage item with topics, e.g. `events,delivery`. */
export const debugKey = 'staffroom.debug'

export function isDebugged(topic: DebugTopic): boolean {
  try {
    return (localStorage.getItem(debugKey) ?? '').split(',').includes(topic)
  } catch {
    return false
  }
}

/** Pass only IDs, kinds, states and counts: never texts, names or tokens. */
export function debug(topic: DebugTopic, facts: () => Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: a person who turned the switch on reads it there.
  if (isDebugged(topic)) console.debug(`[staffroom ${topic}]`, facts())
}
