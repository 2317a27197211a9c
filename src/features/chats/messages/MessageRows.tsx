import { replaceEqualDeep } from '@tanstack/react-query'
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message } from '../../../contract/messages.ts'
import { QuotedMessagesContext, useMessageList, useMessageListChat } from '../message/MessageListContext.ts'
import styles from './MessageList.module.css'
import { MessageRow } from './MessageRow.tsx'
import { type MessageScroll, type ScrollPosition, useScrollPositions } from './messageScroll.ts'
import { PendingTail } from './PendingMessages.tsx'
import { findRowIndex } from './rows.ts'
import { ScheduledMessages } from './ScheduledMessages.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { useSelectedRows } from './useSelectedRows.ts'

type MessageRowsProps = Omit<InitialScrollOptions, 'previousPosition' | 'scroll'> & {
  messages: readonly Message[]
  isComplete: boolean
  scroll: MessageScroll
}

/** Renders only the messages on screen, and never iterates over all 50,000. */
export function MessageRows({ messages, isComplete, scroll, ...initialScroll }: MessageRowsProps) {
  const { t } = useMessageList()
  const { chat, requestDelete } = useMessageListChat()
  const chatId = chat.id
  const { firstNewId, linkedMessageId, hit } = initialScroll
  const positions = useScrollPositions()
  const [previousPosition] = useState(() => positions.get(chatId))
  const [stabilize] = useState(createMessageStabilizer)
  const { rows, shift } = useStableRows(messages, scroll)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const tail = useRef<HTMLDivElement>(null)
  const [scrollToEnd] = useState(() => () => scroll.scrollTo({ to: 'end' }))

  useLayoutEffect(() => {
    if (!scroller.current || !list.current) return
    const release = scroll.attach(scroller.current, list.current)
    return () => {
      const position = scroll.getPosition()
      if (position) positions.set(chatId, position)
      else positions.delete(chatId)
      release()
    }
  }, [scroll, positions, chatId])
  useLayoutEffect(() => {
    scroll.setRows(rows)
  }, [scroll, rows])
  useHeight(tail, scroll.setTailHeight)
  useHeight(scroller, scroll.setViewHeight)
  useInitialScroll({ scroll, previousPosition, ...initialScroll })
  const rowKeys = useRowKeys({ scroller, rows, scroll, requestDelete })
  const selectedRows = useSelectedRows(scroller, rows)
  const keepMounted = [...new Set([...rowKeys.keepMounted, ...selectedRows])]
  const [quotedId, setQuotedId] = useState<number>()
  if (hit && quotedId !== undefined) setQuotedId(undefined)
  const targetId = hit?.messageId ?? quotedId ?? linkedMessageId
  const showMessage = (id: number) => {
    setQuotedId(id)
    rowKeys.focusMessage(id)
  }

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      role="log"
      aria-label={t('title')}
      // New messages are announced in a separate element.
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
      tabIndex={0}
      {...rowKeys.handlers}
    >
      <div className={styles.spacer} />
      <QuotedMessagesContext value={{ messages: rows, isComplete, showMessage }}>
        <Virtualizer
          ref={list}
          data={rows}
          shift={shift}
          {...(previousPosition?.count === rows.length && { cache: previousPosition.sizes })}
          {...(keepMounted.length > 0 && { keepMounted })}
          onScroll={scroll.handleScroll}
          onResize={scroll.handleResize}
        >
          {(message, index) => {
            const previous = rows[index - 1]
            return (
              <MessageRow
                key={message.id}
                message={stabilize(message)}
                previous={previous && stabilize(previous)}
                isNew={message.id === firstNewId}
                isFound={message.id === targetId}
              />
            )
          }}
        </Virtualizer>
      </QuotedMessagesContext>
      <div ref={tail} className={styles.tail}>
        <Suspense fallback={null}>
          <PendingTail chat={chat} lastMessage={rows.at(-1)} onNewMessage={scrollToEnd} />
          <ScheduledMessages onNewMessage={scrollToEnd} />
        </Suspense>
      </div>
    </div>
  )
}

/** In px. `onHeight` must be stable. */
function useHeight(element: RefObject<HTMLElement | null>, onHeight: (height: number) => void): void {
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(entries => {
      for (const { target } of entries) if (target instanceof HTMLElement) onHeight(target.offsetHeight)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, onHeight])
}

/** Keeps the rows in view in position. If rows changed above and below, it takes two steps. */
function useStableRows<R extends { readonly id: number }>(
  target: readonly R[],
  scroll: MessageScroll,
): RowsStep<R> {
  const [step, setStep] = useState<RowsStep<R>>({ rows: target, target, shift: false })
  const next = step.target === target ? step : getNextStep(step.rows, target, scroll.getTopIndex())
  if (next !== step) setStep(next)
  // Second step, before the browser paints.
  useLayoutEffect(() => {
    if (next.rows !== next.target) setStep({ rows: next.target, target: next.target, shift: false })
  }, [next])
  return next
}

type Row = { readonly id: number }

/**
 * `shift`: the change is above the view, so virtua keeps the distance from the end. `rows` differs from
 * `target` if both sides changed.
 */
type RowsStep<R extends Row> = { rows: readonly R[]; target: readonly R[]; shift: boolean }

/** Below the top of the view, to find an anchor. */
const maxSearchedRows = 500

/** Keeps the row at `topIndex` in position, or the next row that still exists. */
export function getNextStep<R extends Row>(
  shown: readonly R[],
  target: readonly R[],
  topIndex: number,
): RowsStep<R> {
  for (
    let index = Math.max(topIndex, 0);
    index < Math.min(shown.length, topIndex + maxSearchedRows);
    index += 1
  ) {
    const row = shown[index]
    const newIndex = row ? findRowIndex(target, row.id) : -1
    if (newIndex < 0) continue
    const hasChangeAbove = newIndex !== index
    const hasChangeBelow = target.length - newIndex !== shown.length - index
    if (hasChangeAbove && hasChangeBelow)
      return { rows: [...target.slice(0, newIndex), ...shown.slice(index)], target, shift: true }
    return { rows: target, target, shift: hasChangeAbove }
  }
  return { rows: target, target, shift: false }
}

/** More than are rendered at once. */
const maxCached = 300

/**
 * Returns the previous object of an unchanged message, so that its row does not render again. A refetched
 * list has only new objects (api/createApi.ts).
 */
function createMessageStabilizer(): (message: Message) => Message {
  const rendered = new Map<number, Message>()
  const cache = new WeakMap<Message, Message>()
  return message => {
    const found = cache.get(message)
    if (found) return found
    const previous = rendered.get(message.id)
    const stable = previous ? replaceEqualDeep(previous, message) : message
    cache.set(message, stable)
    rendered.delete(message.id)
    rendered.set(message.id, stable)
    if (rendered.size > maxCached) {
      for (const id of rendered.keys()) {
        if (rendered.size <= maxCached / 2) break
        rendered.delete(id)
      }
    }
    return stable
  }
}

type SearchTarget = { messageId: number; stepCount: number }

type InitialScrollOptions = {
  scroll: Pick<MessageScroll, 'scrollTo' | 'hasUserScrolled'>
  previousPosition: ScrollPosition | undefined
  firstNewId: number | undefined
  linkedMessageId: number | undefined
  hit: SearchTarget | undefined
  isFresh: boolean
}

/**
 * Scrolls to the linked message, the previous position, the first unread message or the end. Later it scrolls
 * to search matches.
 */
export function useInitialScroll({
  scroll,
  previousPosition,
  firstNewId,
  linkedMessageId,
  hit,
  isFresh,
}: InitialScrollOptions): void {
  // Runs with the cached messages, and again with the fetched ones if the user has not scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial position is decided once.
  useLayoutEffect(() => {
    if (scroll.hasUserScrolled() || hit) return
    if (linkedMessageId !== undefined) {
      if (scroll.scrollTo({ to: 'middle', id: linkedMessageId })) return
    } else if (
      previousPosition &&
      scroll.scrollTo({ to: 'row', id: previousPosition.topId, offset: previousPosition.offset })
    )
      return
    if (firstNewId !== undefined && scroll.scrollTo({ to: 'new', id: firstNewId })) return
    scroll.scrollTo({ to: 'end' })
  }, [scroll, isFresh])
  useLayoutEffect(() => {
    if (linkedMessageId !== undefined) scroll.scrollTo({ to: 'middle', id: linkedMessageId })
  }, [scroll, linkedMessageId])
  const { messageId, stepCount } = hit ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `stepCount` scrolls again.
  useLayoutEffect(() => {
    if (messageId !== undefined) scroll.scrollTo({ to: 'middle', id: messageId })
  }, [scroll, messageId, stepCount])
}
