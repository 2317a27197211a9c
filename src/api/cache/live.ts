import { createStore } from 'zustand/vanilla'

/** Without a heartbeat for this long, in ms, a stream counts as broken. The service sends one every 20 s. */
export const maxSilence = 45_000

/** The stream itself is loaded later (`liveUpdates.ts`). */
export type Live = ReturnType<typeof createLive>

type LiveState = {
  isUp: boolean
  /** Last event or heartbeat, in Unix ms. */
  receivedAt: number
}

export function createLive(clock: () => number) {
  const store = createStore<LiveState>(() => ({ isUp: false, receivedAt: 0 }))
  return {
    /** Whether live updates arrive, so that polling can stop. False after the device has slept. */
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
