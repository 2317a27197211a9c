import type { Message } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { arrivalWords } from './arrivalWords.ts'
import type { TalkScroll } from './talkScroll.ts'
import { useLater } from './useLater.ts'

/** Reads out what others write while one is at the end of the chat. Whoever reads further up is not talked into it. */
export function useArrivals(
  rows: readonly Message[],
  { scroll, t, say }: { scroll: TalkScroll; t: T<'talk'>; say: (text: string) => void },
): void {
  useLater(rows, later => {
    if (!scroll.view().atEnd) return
    const words = arrivalWords(
      later.filter(row => !row.is_own),
      t,
    )
    if (words) say(words)
  })
}
