import { IconArrowDown } from '@tabler/icons-react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { othersAfter } from './firstUnread.ts'
import styles from './Talk.module.css'
import { useTalk } from './TalkContext.ts'
import type { TalkScroll } from './talkScroll.ts'

type JumpToNewestProps = {
  rows: readonly Message[]
  /** What was read before counts as seen. */
  lastReadId: number | undefined
  scroll: TalkScroll
  run: () => void
}

/** Back to the end of the chat, with how many of others wait there. Shows while the end is out of sight. */
export function JumpToNewest({ rows, lastReadId, scroll, run }: JumpToNewestProps) {
  const { t, format } = useTalk()
  const { atEnd, seen } = useSyncExternalStore(scroll.subscribe, scroll.view)
  if (atEnd) return null
  const jump = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This goes at the end, and the focus must not go with it.
    currentTarget.parentElement?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    run()
  }
  const count = seen === 0 ? 0 : othersAfter(rows, Math.max(seen, lastReadId ?? 0))
  return (
    <button
      type="button"
      className={styles.jump}
      data-new={count > 0}
      aria-label={count > 0 ? `${t('toNewest')}, ${t('newBelow', { count })}` : t('toNewest')}
      title={t('toNewest')}
      onClick={jump}
    >
      <IconArrowDown aria-hidden />
      {count > 0 && <span>{format.number(count)}</span>}
    </button>
  )
}
