import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Message } from '../../../contract/messages.ts'
import { useT } from '../../../i18n/useT.ts'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { mayDelete } from '../message/deleteMessage.tsx'
import type { MessageScroll } from './messageScroll.ts'
import { indexOfRow } from './rows.ts'

type RowKeys = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Message[]
  scroll: MessageScroll
  askDelete: (message: Message) => void
}

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
const idOf = (row: HTMLElement | null) => (row ? Number(row.dataset.message) : undefined)

/**
 * Moves through the messages by keyboard: arrow keys, Home, End and Delete. The focused row stays rendered, so that the
 * focus is not lost.
 */
export function useRowKeys({ scroller, rows, scroll, askDelete }: RowKeys) {
  const t = useT('messages')
  useShortcuts([
    { key: 'ArrowUp', description: t('keys.up') },
    { key: 'ArrowDown', description: t('keys.down') },
    { key: 'Delete', description: t('keys.delete') },
  ])
  const [focused, setFocused] = useState<number>()
  const trying = useRef(0)
  useEffect(() => () => cancelAnimationFrame(trying.current), [])
  /** Focuses a row. A row that is far away must be rendered first, so this is retried for some frames. */
  const focusRow = (id: number, triesLeft = 20) => {
    cancelAnimationFrame(trying.current)
    const row = scroller.current?.querySelector<HTMLElement>(`[data-message="${id}"]`)
    row?.focus({ preventScroll: true })
    if (triesLeft > 0 && (!row || document.activeElement !== row)) {
      trying.current = requestAnimationFrame(() => focusRow(id, triesLeft - 1))
    }
  }

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setFocused(row.id)
    scroll.go({ to: 'near', id: row.id })
    focusRow(row.id)
  }
  const step = (by: 1 | -1) => {
    const index = focused === undefined ? -1 : indexOfRow(rows, focused)
    if (index >= 0) return goTo(index + by)
    const [first, last] = scroll.range()
    goTo(by < 0 ? last : first)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const row = rowOf(target)
    // Controls within a row handle these keys themselves.
    const isFree = target === currentTarget || target === row
    if (key === 'Home') goTo(0)
    else if (key === 'End') {
      scroll.go({ to: 'end' })
      currentTarget.focus({ preventScroll: true })
    } else if (isFree && (key === 'ArrowUp' || key === 'ArrowDown')) step(key === 'ArrowUp' ? -1 : 1)
    else if (isFree && key === 'Delete') {
      const message = rows[indexOfRow(rows, idOf(row) ?? 0)]
      if (!message || !mayDelete(message)) return
      // The text of a hidden message is not shown again when it is deleted.
      askDelete(message.is_hidden ? { ...message, text: '' } : message)
    } else return
    event.preventDefault()
  }
  const index = focused === undefined ? -1 : indexOfRow(rows, focused)
  const isGone = focused !== undefined && index < 0
  useEffect(() => {
    if (!isGone) return
    // Wait a frame: after an own message was deleted, its undo button has the focus.
    const later = requestAnimationFrame(() => {
      if (isFocusLost()) scroller.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(later)
  }, [isGone, scroller])
  return {
    kept: index < 0 ? undefined : [index],
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(idOf(rowOf(target))),
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(undefined)
      },
    },
  }
}

/** Minimum duration of a long press, in ms. */
const longPress = 450
/** A finger that moved further than this is scrolling, in px. */
const maxMovement = 10

type Press = {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
  startedAt: number
  isOpened: boolean
}

/** Returns whether the actions of a row are shown: while it is hovered or has the focus, and after a long press. */
export function useRowActions() {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [held, setHeld] = useState(false)
  const press = useRef<Press>(undefined)
  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  useEffect(() => {
    if (!held) return
    const letGo = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('[role="toolbar"]'))) setHeld(false)
    }
    document.addEventListener('pointerdown', letGo, true)
    return () => document.removeEventListener('pointerdown', letGo, true)
  }, [held])

  const pointing = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointed(true),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointed(false),
    onPointerDown: ({ pointerType, clientX: x, clientY: y, timeStamp: startedAt }: PointerEvent) => {
      if (pointerType === 'mouse') return
      endPress()
      const open = () => {
        started.isOpened = true
        setHeld(true)
      }
      const started: Press = { timer: setTimeout(open, longPress), x, y, startedAt, isOpened: false }
      press.current = started
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > maxMovement) endPress()
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      // On a busy device the timer may run before a finger that was lifted earlier is reported.
      if (press.current?.isOpened && timeStamp - press.current.startedAt < longPress) setHeld(false)
      endPress()
    },
    onPointerCancel: endPress,
    // A tap on a control of the row also focuses it, e.g. for a vote. It must not show the actions.
    onFocus: ({ currentTarget, target }: FocusEvent) =>
      setFocused(target === currentTarget || target.matches(':focus-visible')),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  }
  return { offered: pointed || focused || held, pointing }
}
