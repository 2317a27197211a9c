import { replaceEqualDeep } from '@tanstack/react-query'
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message } from '../../../contract/messages.ts'
import styles from './MessageList.module.css'
import { useMessageList, useMessageListChat } from './MessageListContext.ts'
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
 * The list itself: of 50,000 messages those on screen are drawn, each from itself and the one before. Nothing here walks
 * through them all.
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

/** Tells the height (px) of an element as soon as it is laid out, and whenever it changes; `tell` stays the same. */
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

/** The rows to draw so that nothing that is read moves; `shift` as virtua wants it. Both sides change in two steps. */
function useSteadyRows<R extends { readonly id: number }>(
  goal: readonly R[],
  scroll: MessageScroll,
): Step<R> {
  const [step, setStep] = useState<Step<R>>({ rows: goal, goal, shift: false })
  const next = step.goal === goal ? step : steadyStep(step.rows, goal, scroll.top())
  if (next !== step) setStep(next)
  // Before anything is painted.
  useLayoutEffect(() => {
    if (next.rows !== next.goal) setStep({ rows: next.goal, goal: next.goal, shift: false })
  }, [next])
  return next
}

type Row = { readonly id: number }

/**
 * What to draw next of a list that changed. `shift`: what changed stands above what is read, so the distance from the
 * end is kept and not the one from the start. `rows` differs from `goal` where both sides changed: one after the other.
 */
type Step<R extends Row> = { rows: readonly R[]; goal: readonly R[]; shift: boolean }

/** How far below the top of the view something is looked for that is still there. */
const farthest = 500

/** From `shown` to `goal` without moving what is read: the row at index `top`, or the next one that is still there. */
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

/** More than ever are on the page at once. */
const most = 300

/**
 * Answers with the object that was drawn before where nothing in a message changed. A long list that was read again is
 * all new objects (api/createApi.ts), and rows are drawn again by object.
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

/** A message to go to; `asked` grows with every time somebody asks for it. */
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
