import { useLayoutEffect } from 'react'
import type { TalkPlace } from './talkPlaces.ts'
import type { TalkScroll } from './talkScroll.ts'

/** A message to go to; `asked` grows with every time somebody asks for it. */
export type Sought = { messageId: number; asked: number }

type Opening = {
  scroll: Pick<TalkScroll, 'go' | 'touched'>
  /** Where this chat was left. */
  left: TalkPlace | undefined
  newFrom: number | undefined
  /** Id of the message of the address. */
  addressed: number | undefined
  /** What the search found. */
  hit: Sought | undefined
  isFresh: boolean
}

/**
 * Where a chat opens: at the message of the address or where it was left; at the first unread; at its end. What is gone
 * is passed over. Later it goes to what the search finds, and stays there when the search is closed.
 */
export function useOpening({ scroll, left, newFrom, addressed, hit, isFresh }: Opening): void {
  // Once with what was kept from last time, and once more with what the service has, if nobody has moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it opens is decided when it opens.
  useLayoutEffect(() => {
    if (scroll.touched() || hit) return
    if (addressed !== undefined) {
      if (scroll.go({ to: 'middle', id: addressed })) return
    } else if (left && scroll.go({ to: 'row', id: left.topId, gone: left.gone })) return
    if (newFrom !== undefined && scroll.go({ to: 'new', id: newFrom })) return
    scroll.go({ to: 'end' })
  }, [scroll, isFresh])
  useLayoutEffect(() => {
    if (addressed !== undefined) scroll.go({ to: 'middle', id: addressed })
  }, [scroll, addressed])
  const { messageId, asked } = hit ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it is gone to again.
  useLayoutEffect(() => {
    if (messageId !== undefined) scroll.go({ to: 'middle', id: messageId })
  }, [scroll, messageId, asked])
}
