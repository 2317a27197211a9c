/** Topics of the debug log. */
export type DebugTopic = 'events' | 'outbox'

/** Name of the setting in localStorage. Its value lists topics: `events`, `outbox` or `events,outbox`. */
export const debugKey = 'staffroom.debug'

/** Whether this browser logs the topic. Also works in production. */
export function isDebugged(topic: DebugTopic): boolean {
  try {
    return (localStorage.getItem(debugKey) ?? '').split(',').includes(topic)
  } catch {
    // The browser may block the storage.
    return false
  }
}

/**
 * Logs facts about a topic if it is switched on. Pass only IDs, kinds, states and counts: never texts, names or tokens.
 */
export function debug(topic: DebugTopic, facts: () => Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: a person who turned the switch on reads it there.
  if (isDebugged(topic)) console.debug(`[staffroom ${topic}]`, facts())
}
