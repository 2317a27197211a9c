import { useEffect, useEffectEvent } from 'react'
import { isWatched, onWatched } from './isWatched.ts'
import type { TalkScroll } from './talkScroll.ts'

/** Tells up to where the reader has seen the chat, in a page somebody looks at. */
export function useSeen(scroll: TalkScroll, markSeen: (messageId: number) => void): void {
  const tell = useEffectEvent(() => {
    const { seen } = scroll.view()
    if (seen > 0 && isWatched()) markSeen(seen)
  })
  useEffect(() => {
    tell()
    const stops = [scroll.subscribe(() => tell()), onWatched(() => tell())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scroll])
}
