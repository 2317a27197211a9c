import { createStore } from 'zustand/vanilla'

/** In ms. Longer silence means a broken stream: the service sends a heartbeat every 20 s. */
export const maxSilence = 45_000

export type Live = ReturnType<typeof createLive>

type LiveState = {
  isUp: boolean
  /** Last event or heartbeat, in Unix ms. */
  receivedAt: number
}

export function createLive(clock: () => number) {
  const store = createStore<LiveState>(() => ({ isUp: false, receivedAt: 0 }))
  return {
    /** False after the device has slept. Polling stops while true. */
    isUp(): boolean {
      const { isUp, receivedAt } = store.getState()
      return isUp && clock() - receivedAt < maxSilence
    },
    receivedAt: () => store.getState().receivedAt,
    subscribe: store.subscribe,
    markReceived: (): void => store.setState({ isUp: true, receivedAt: clock() }),
    markEnded: (): void => store.setState({ isUp: false }),
  }
}
