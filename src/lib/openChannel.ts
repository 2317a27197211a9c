/** The part of BroadcastChannel that tabs use. */
export type TabChannel = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  close(): void
}

/** A channel to the other tabs; none where the platform has none, or where blocked storage makes opening one throw. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
