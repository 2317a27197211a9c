import { useEffect, useEffectEvent, useRef } from 'react'
import type { Message } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { arrivalWords } from './arrivalWords.ts'
import { firstAfter } from './findRow.ts'
import type { TalkScroll } from './talkScroll.ts'

/** Reads out what others write while one is at the end of the chat. Whoever reads further up is not talked into it. */
export function useArrivals(
  rows: readonly Message[],
  { scroll, t, say }: { scroll: TalkScroll; t: T<'talk'>; say: (text: string) => void },
): void {
  const last = useRef(0)
  const arrive = useEffectEvent((now: number) => {
    const before = last.current
    last.current = now
    if (before === 0 || now <= before || !scroll.view().atEnd) return
    const words = arrivalWords(
      rows.slice(firstAfter(rows, before)).filter(row => !row.is_own),
      t,
    )
    if (words) say(words)
  })
  const newest = rows.at(-1)?.id ?? 0
  useEffect(() => arrive(newest), [newest])
}
