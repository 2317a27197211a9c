import { useLayoutEffect } from 'react'
import type { TalkPlace } from './talkPlaces.ts'
import type { TalkScroll } from './talkScroll.ts'

type Opening = {
  scroll: TalkScroll
  /** Where this chat was left. */
  left: TalkPlace | undefined
  newFrom: number | undefined
  toMessage: number | undefined
  isFresh: boolean
}

/** Where a chat opens: at the message of the address, where it was left, at the first unread, at its end. */
export function useOpening({ scroll, left, newFrom, toMessage, isFresh }: Opening): void {
  // Once with what was kept from last time, and once more with what the service has, if nobody has moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it opens is decided when it opens.
  useLayoutEffect(() => {
    if (scroll.touched()) return
    if (toMessage !== undefined) scroll.go({ to: 'middle', id: toMessage })
    else if (left) scroll.go({ to: 'row', id: left.topId, gone: left.gone })
    else if (newFrom !== undefined) scroll.go({ to: 'new', id: newFrom })
    else scroll.go({ to: 'end' })
  }, [scroll, isFresh])
  useLayoutEffect(() => {
    if (toMessage !== undefined) scroll.go({ to: 'middle', id: toMessage })
  }, [scroll, toMessage])
}
