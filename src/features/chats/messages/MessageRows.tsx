import { replaceEqualDeep } from '@tanstack/react-query'
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message } from '../../../contract/messages.ts'
import { useMessageList, useMessageListChat } from '../message/MessageListContext.ts'
import styles from './MessageList.module.css'
import { MessageRow } from './MessageRow.tsx'
import { type MessageScroll, type ScrollPlace, useScrollPlaces } from './messageScroll.ts'
import { indexOfRow } from './rows.ts'
import { SendingTail } from './SendingTail.tsx'
import { useRowKeys } from './useRowKeys.ts'

type MessageRowsProps = Omit<Opening, 'left' | 'scroll'> & {
  messages: readonly Message[]
  scroll: MessageScroll
}

/**
 * The virtual list. Of 50,000 messages only those on screen are rendered, each from itself and the one before. No code
 * here iterates over all of them.
 */
export function MessageRows({ messages, scroll, ...opening }: MessageRowsProps) {
  const { t } = useMessageList()
  const { chat, askDelete } = useMessageListChat()
  const chatId = chat.id
  const { newFrom, addressed, hit } = opening
  const places = useScrollPlaces()
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
  useOpening({ scroll, left, ...opening })
  const found = hit ? hit.messageId : addressed
  const keys = useRowKeys({ scroller, rows, scroll, askDelete })

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      role="log"
      aria-label={t('title')}
      // Rows that scroll into view are not announced. New messages are announced in a separate element.
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
              message={same(message)}
              before={before && same(before)}
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

/** Reports the height of an element in px, after layout and after every change. `tell` must stay the same. */
function useHeight(element: RefObject<HTMLElement | null>, tell: (height: number) => void): void {
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(entries => {
      for (const { target } of entries) if (target instanceof HTMLElement) tell(target.offsetHeight)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, tell])
}

/**
 * Returns the rows to render so that the rows in view do not move, and virtua's `shift`. If both sides changed, it
 * takes two steps.
 */
function useSteadyRows<R extends { readonly id: number }>(
  goal: readonly R[],
  scroll: MessageScroll,
): Step<R> {
  const [step, setStep] = useState<Step<R>>({ rows: goal, goal, shift: false })
  const next = step.goal === goal ? step : steadyStep(step.rows, goal, scroll.top())
  if (next !== step) setStep(next)
  // Before the browser paints.
  useLayoutEffect(() => {
    if (next.rows !== next.goal) setStep({ rows: next.goal, goal: next.goal, shift: false })
  }, [next])
  return next
}

type Row = { readonly id: number }

/**
 * Rows to render next after a change of the list. `shift`: the change is above the view, so virtua keeps the distance
 * from the end instead of the start. `rows` differs from `goal` if both sides changed, because they change one after
 * the other.
 */
type Step<R extends Row> = { rows: readonly R[]; goal: readonly R[]; shift: boolean }

/** Number of rows below the top of the view in which a remaining row is searched. */
const farthest = 500

/**
 * Returns the step from `shown` to `goal` that keeps the row at index `top` in its position, or else the next remaining
 * row.
 */
export function steadyStep<R extends Row>(shown: readonly R[], goal: readonly R[], top: number): Step<R> {
  for (let index = Math.max(top, 0); index < Math.min(shown.length, top + farthest); index += 1) {
    const row = shown[index]
    const now = row ? indexOfRow(goal, row.id) : -1
    if (now < 0) continue
    const above = now !== index
    const below = goal.length - now !== shown.length - index
    if (above && below) return { rows: [...goal.slice(0, now), ...shown.slice(index)], goal, shift: true }
    return { rows: goal, goal, shift: above }
  }
  return { rows: goal, goal, shift: false }
}

/** Maximum number of cached messages. More than are ever rendered at once. */
const most = 300

/**
 * Creates a function that returns the previously rendered object of an unchanged message. A long list that was fetched
 * again has only new objects (api/createApi.ts), and a row renders again if its object differs.
 */
function createSameMessages(): (message: Message) => Message {
  const drawn = new Map<number, Message>()
  const known = new WeakMap<Message, Message>()
  return message => {
    const found = known.get(message)
    if (found) return found
    const before = drawn.get(message.id)
    const same = before ? replaceEqualDeep(before, message) : message
    known.set(message, same)
    drawn.delete(message.id)
    drawn.set(message.id, same)
    if (drawn.size > most) {
      for (const id of drawn.keys()) {
        if (drawn.size <= most / 2) break
        drawn.delete(id)
      }
    }
    return same
  }
}

/** A message to scroll to. `asked` increases with every request. */
type Sought = { messageId: number; asked: number }

type Opening = {
  scroll: Pick<MessageScroll, 'go' | 'touched'>
  left: ScrollPlace | undefined
  newFrom: number | undefined
  addressed: number | undefined
  hit: Sought | undefined
  isFresh: boolean
}

/**
 * Scrolls to the initial position: the addressed message, the previous position, the first unread message or the end. A
 * deleted message is skipped. Later it scrolls to search matches, and stays there when the search is closed.
 */
export function useOpening({ scroll, left, newFrom, addressed, hit, isFresh }: Opening): void {
  // Runs with the cached messages, and again with the fetched ones if the user has not scrolled.
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
