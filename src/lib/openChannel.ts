/** The part of BroadcastChannel that the tabs use. */
export type TabChannel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  close(): void
}

/**
 * Opens a channel to the other tabs. Returns undefined if the browser has no channels, or throws because its storage is
 * blocked.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
