import type { TabChannel } from '../lib/openChannel.ts'
import type { PageFetch } from './requestGateway.ts'
import type { Locks } from './tabs.ts'

export type SessionOptions = {
  fetch: PageFetch
  /** sessionStorage, because a sign-in belongs to its tab. */
  storage: Storage | undefined
  /** localStorage if all tabs share one session. */
  sharedStorage?: Storage | undefined
  locks?: Locks | undefined
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  channelName?: string
  openChannel?: (name: string) => TabChannel | undefined
  page?: EventTarget | undefined
  isVisible?: () => boolean
}
