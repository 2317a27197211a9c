import type { TabChannel } from '../lib/openChannel.ts'
import type { PageFetch } from './askGateway.ts'
import type { Locks } from './tabs.ts'

export type SessionOptions = {
  fetch: PageFetch
  /** sessionStorage: a sign-in belongs to its tab. */
  storage: Storage | undefined
  /** localStorage where all tabs share one session, else as `storage`. Keeps that somebody signed out. */
  lasting?: Storage | undefined
  locks?: Locks | undefined
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  channelName?: string
  openChannel?: (name: string) => TabChannel | undefined
  page?: EventTarget | undefined
  visible?: () => boolean
  isKnownPath?: (path: string) => boolean
}
