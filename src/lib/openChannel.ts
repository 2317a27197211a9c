/** A channel to the other tabs; none where the platform has none, or where blocked storage makes opening one throw. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
