/** What the debug switch can log. */
export type DebugTopic = 'events' | 'outbox'

/** Name of the switch in localStorage. Its value lists topics: `events`, `outbox` or `events,outbox`. */
export const debugKey = 'staffroom.debug'

/** Whether this browser logs the topic. Works in production too. */
export function isDebugged(topic: DebugTopic): boolean {
  try {
    return (localStorage.getItem(debugKey) ?? '').split(',').includes(topic)
  } catch {
    // Storage can be blocked.
    return false
  }
}

/** Logs facts about a topic if the switch is on. Pass ids, kinds, states and counts only: never texts, names or tokens. */
export function debug(topic: DebugTopic, facts: () => Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: a person who turned the switch on reads it there.
  if (isDebugged(topic)) console.debug(`[staffroom ${topic}]`, facts())
}
