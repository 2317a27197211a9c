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
import { findRow, getRow, getRowKey } from '../../../ui/list/rows.ts'
import { canDelete } from '../message/deleteMessage.tsx'
import type { MessageScroll } from './messageScroll.ts'
import { findRowIndex } from './rows.ts'

type RowKeysOptions = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Message[]
  scroll: MessageScroll
  requestDelete: (message: Message) => void
}

const rowAttribute = 'data-message'
const getMessageId = (target: EventTarget) => {
  const key = getRowKey(target, rowAttribute)
  return key === undefined ? undefined : Number(key)
}

/** The focused row stays mounted, so that it keeps the focus. */
export function useRowKeys({ scroller, rows, scroll, requestDelete }: RowKeysOptions) {
  const t = useT('messages')
  useShortcuts([
    { key: 'ArrowUp', description: t('keys.up') },
    { key: 'ArrowDown', description: t('keys.down') },
    { key: 'Delete', description: t('keys.delete') },
  ])
  const [focusedId, setFocusedId] = useState<number>()
  const frameRef = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frameRef.current), [])
  /** Retries for some frames, because a distant row must be rendered first. */
  const focusRow = (id: number, triesLeft = 20) => {
    cancelAnimationFrame(frameRef.current)
    const row = findRow(scroller.current, rowAttribute, id)
    row?.focus({ preventScroll: true })
    if (triesLeft > 0 && (!row || document.activeElement !== row)) {
      frameRef.current = requestAnimationFrame(() => focusRow(id, triesLeft - 1))
    }
  }

  const focusIndex = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setFocusedId(row.id)
    scroll.scrollTo({ to: 'near', id: row.id })
    focusRow(row.id)
  }
  const focusMessage = (id: number) => {
    setFocusedId(id)
    scroll.scrollTo({ to: 'middle', id })
    focusRow(id)
  }
  const step = (offset: 1 | -1) => {
    const index = focusedId === undefined ? -1 : findRowIndex(rows, focusedId)
    if (index >= 0) return focusIndex(index + offset)
    const [first, last] = scroll.getVisibleRange()
    focusIndex(offset < 0 ? last : first)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    // Controls within a row handle these keys themselves.
    const isFree = target === currentTarget || target === getRow(target, rowAttribute)
    if (key === 'Home') focusIndex(0)
    else if (key === 'End') {
      scroll.scrollTo({ to: 'end' })
      currentTarget.focus({ preventScroll: true })
    } else if (isFree && (key === 'ArrowUp' || key === 'ArrowDown')) step(key === 'ArrowUp' ? -1 : 1)
    else if (isFree && key === 'Delete') {
      const message = rows[findRowIndex(rows, getMessageId(target) ?? 0)]
      if (!message || !canDelete(message)) return
      // Undo must not show the text of a hidden message.
      requestDelete(message.is_hidden ? { ...message, text: '' } : message)
    } else return
    event.preventDefault()
  }
  const index = focusedId === undefined ? -1 : findRowIndex(rows, focusedId)
  const isRemoved = focusedId !== undefined && index < 0
  useEffect(() => {
    if (!isRemoved) return
    // Wait a frame: after an own message was deleted, its undo button has the focus.
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) scroller.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isRemoved, scroller])
  return {
    focusMessage,
    keepMounted: index < 0 ? [] : [index],
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocusedId(getMessageId(target)),
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocusedId(undefined)
      },
    },
  }
}

const longPressMs = 450
/** In px. Above this a touch is scrolling. */
const maxMovement = 10

type Press = {
  timer: ReturnType<typeof setTimeout>
  x: number
  y: number
  startedAt: number
  isOpened: boolean
}

export function useRowActions() {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isOpenedByPress, setOpenedByPress] = useState(false)
  const pressRef = useRef<Press>(undefined)
  const endPress = () => {
    clearTimeout(pressRef.current?.timer)
    pressRef.current = undefined
  }
  useEffect(() => () => clearTimeout(pressRef.current?.timer), [])
  useEffect(() => {
    if (!isOpenedByPress) return
    const handleOutsidePress = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('[role="toolbar"]'))) setOpenedByPress(false)
    }
    document.addEventListener('pointerdown', handleOutsidePress, true)
    return () => document.removeEventListener('pointerdown', handleOutsidePress, true)
  }, [isOpenedByPress])

  const pointerHandlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHovered(true),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHovered(false),
    onPointerDown: ({ pointerType, clientX: x, clientY: y, timeStamp: startedAt }: PointerEvent) => {
      if (pointerType === 'mouse') return
      endPress()
      const open = () => {
        started.isOpened = true
        setOpenedByPress(true)
      }
      const started: Press = { timer: setTimeout(open, longPressMs), x, y, startedAt, isOpened: false }
      pressRef.current = started
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const press = pressRef.current
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > maxMovement) endPress()
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      // On a busy device the timer may run before the end of a short touch is reported.
      if (pressRef.current?.isOpened && timeStamp - pressRef.current.startedAt < longPressMs)
        setOpenedByPress(false)
      endPress()
    },
    onPointerCancel: endPress,
    // A tap on a control of the row also focuses it, e.g. for a vote. It must not show the actions.
    onFocus: ({ currentTarget, target }: FocusEvent) =>
      setFocused(target === currentTarget || target.matches(':focus-visible')),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  }
  return { areActionsShown: isHovered || isFocused || isOpenedByPress, pointerHandlers }
}
