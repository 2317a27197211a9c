import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message } from '../../../contract/messages.ts'
import { MessageRow } from './MessageRow.tsx'
import { onlyShown } from './onlyShown.ts'
import { SendingTail } from './SendingTail.tsx'
import { createSameMessages } from './sameMessages.ts'
import styles from './Talk.module.css'
import { useTalk, useTalkChat } from './TalkContext.ts'
import { useTalkPlaces } from './talkPlaces.ts'
import type { TalkScroll } from './talkScroll.ts'
import { useHeight } from './useHeight.ts'
import { type Sought, useOpening } from './useOpening.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useSteadyRows } from './useSteadyRows.ts'

type TalkRowsProps = {
  chatId: number
  /** Oldest first. */
  messages: readonly Message[]
  scroll: TalkScroll
  /** Id of the first unread. */
  newFrom: number | undefined
  /** Id of the message of the address. */
  addressed: number | undefined
  hit: Sought | undefined
  isFresh: boolean
}

/**
 * The list itself: of 50,000 messages those on screen are drawn, each from itself and the one before. Nothing here walks
 * through them all.
 */
export function TalkRows({ chatId, messages, scroll, newFrom, addressed, hit, isFresh }: TalkRowsProps) {
  const { t } = useTalk()
  const { askDelete } = useTalkChat()
  const places = useTalkPlaces()
  const [left] = useState(() => places.get(chatId))
  const [same] = useState(createSameMessages)
  const { rows, shift } = useSteadyRows(messages, scroll)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const tail = useRef<HTMLDivElement>(null)
  const [toEnd] = useState(() => () => scroll.go({ to: 'end' }))

  useLayoutEffect(() => {
    if (!scroller.current || !list.current) return
    const letGo = scroll.hold(scroller.current, list.current)
    return () => {
      const place = scroll.place()
      if (place) places.set(chatId, place)
      else places.delete(chatId)
      letGo()
    }
  }, [scroll, places, chatId])
  useLayoutEffect(() => {
    scroll.keep(rows)
  }, [scroll, rows])
  useHeight(tail, scroll.follow)
  useHeight(scroller, scroll.fit)
  useOpening({ scroll, left, newFrom, addressed, hit, isFresh })
  const found = hit ? hit.messageId : addressed
  const keys = useRowKeys({ scroller, rows, scroll, askDelete })

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      role="log"
      aria-label={t('title')}
      // What scrolls by is not read out; what arrives is, in a line of its own.
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
      {...keys.handlers}
    >
      <div className={styles.lift} />
      <Virtualizer
        ref={list}
        data={rows}
        shift={shift}
        {...(left?.count === rows.length && { cache: left.sizes })}
        {...(keys.kept && { keepMounted: keys.kept })}
        onScroll={scroll.scrolled}
        onResize={scroll.resized}
      >
        {(message, index) => {
          const before = rows[index - 1]
          return (
            <MessageRow
              key={message.id}
              message={same(onlyShown(message))}
              before={before && same(onlyShown(before))}
              isNew={message.id === newFrom}
              isFound={message.id === found}
            />
          )
        }}
      </Virtualizer>
      <div ref={tail} className={styles.tail}>
        <Suspense fallback={null}>
          <SendingTail chatId={chatId} last={rows.at(-1)} onWritten={toEnd} />
        </Suspense>
      </div>
    </div>
  )
}
