import type { CacheSnapshot, VirtualizerHandle } from 'virtua'
import { createStore } from 'zustand/vanilla'
import { perPerson } from '../chatQueries.ts'
import { firstAfter, indexOfRow } from './rows.ts'

type Row = { readonly id: number }

/**
 * Where to scroll. `row`: to a row, or the next one if it was deleted, with `gone` px of it above the view. `new`: to a
 * row with space above it, or to the end if all new messages fit. `near`: only as far as needed.
 */
export type Destination =
  | { to: 'end' }
  | { to: 'row'; id: number; gone: number }
  | { to: 'new' | 'middle' | 'near'; id: number }

/** `seen`: ID of the newest message whose end was in view, 0 if there is none. */
export type ScrollState = { atEnd: boolean; seen: number }

/** Maximum distance from the end that counts as the end, in px. */
const near = 24
/** Time in ms before rows count as seen. Rows of estimated size pass through the view while they are measured. */
const settled = 150
/** Position of the first unread message, as a fraction of the view. */
const third = 0.3
/** Space above the text of the first unread message, in px. It may be out of view. */
const blank = 16
/**
 * A scroll position beyond the end of any list, in px. The browser stops at the end, with the content after the rows in
 * view.
 */
const beyond = 1_000_000_000
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
const released = ['pointerup', 'pointercancel', 'contextmenu'] as const

export type MessageScroll = ReturnType<typeof createMessageScroll>

/**
 * Creates the scroll state of a chat. While scrolling, it reads sizes from virtua instead of the page, which would
 * cause a second layout.
 */
export function createMessageScroll() {
  const store = createStore<ScrollState>(() => ({ atEnd: true, seen: 0 }))
  const view = store.getState
  let parts: { scroller: HTMLElement; list: VirtualizerHandle } | undefined
  let rows: readonly Row[] = []
  let tail = 0
  // Whether the end stays in view when the content grows. The user's scrolling sets it.
  let stuck = false
  let lastOffset = 0
  let lastHeight = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let touched = false
  // Do not scroll while a pointer is pressed. Otherwise its target would move away and miss the click.
  let pressed = false
  // First unread message at which the chat was opened. It stays in view until the user scrolls.
  let newFrom: number | undefined

  const touch = () => {
    touched = true
  }
  // Not with virtua, which would scroll there again while rows are measured, even against the user.
  const toEnd = () => parts?.scroller.scrollTo({ top: beyond, behavior: 'instant' })
  /** Ignores the scrollbar and context menus, because the browser may not report their release. */
  const press = ({ target, currentTarget, button }: PointerEvent) => {
    pressed = button === 0 && target !== currentTarget
  }
  const letGo = () => {
    if (!pressed) return
    pressed = false
    // Wait for the click, because its handler may call `stay`.
    requestAnimationFrame(followEnd)
  }
  const distance = (list: VirtualizerHandle) => list.scrollSize + tail - list.viewportSize - list.scrollOffset
  /**
   * Returns the distance from the top of the first unread message to the end, in px, if that message must stay in view.
   */
  const newHeight = (list: VirtualizerHandle): number | undefined => {
    const index = newFrom === undefined || touched ? -1 : indexOfRow(rows, newFrom)
    return index < 0 ? undefined : list.scrollSize + tail - list.getItemOffset(index)
  }
  /** Scrolls to the end after a height changed, as long as the first unread message stays in view. */
  function followEnd(): void {
    if (!parts || pressed) return
    const { list } = parts
    const height = newHeight(list)
    if (height !== undefined) stuck = height <= list.viewportSize + blank
    if (stuck) toEnd()
    // Rows with estimated sizes have pushed it out of view.
    else if (height !== undefined && distance(list) + list.viewportSize < height) {
      list.scrollToIndex(indexOfRow(rows, newFrom ?? 0))
    }
  }

  /**
   * Returns the index of the last row whose end is in view. A message longer than the view is not seen before its end.
   */
  const lastSeen = (list: VirtualizerHandle): number => {
    const bottom = list.scrollOffset + list.viewportSize
    const last = list.findItemIndex(bottom - 1)
    return list.getItemOffset(last) + list.getItemSize(last) <= bottom + 1 ? last : last - 1
  }
  const endSeen = (list: VirtualizerHandle): number => (rows.length > 0 && rows[lastSeen(list)]?.id) || 0
  const tell = (change: Partial<ScrollState>) => store.setState(change)
  const settle = () => {
    settling = undefined
    if (!parts) return
    const seen = endSeen(parts.list)
    if (seen > view().seen) tell({ seen })
  }
  const look = () => {
    if (!parts || parts.list.viewportSize === 0) return
    const { list } = parts
    // While it sticks to the end, the end is in view again before the next paint.
    const atEnd = stuck || distance(list) <= near
    if (endSeen(list) > view().seen) settling ??= setTimeout(settle, settled)
    if (atEnd !== view().atEnd) tell({ atEnd })
  }
  const goToRow = (index: number, options: { align?: 'center' | 'nearest'; offset?: number }): boolean => {
    if (index < 0 || index >= rows.length) return false
    stuck = false
    parts?.list.scrollToIndex(index, options)
    return true
  }

  return {
    /** Attaches the list while it is mounted. The returned function detaches it. */
    hold(scroller: HTMLElement, list: VirtualizerHandle) {
      parts = { scroller, list }
      const held = new AbortController()
      const { signal } = held
      for (const name of byHand) scroller.addEventListener(name, touch, { passive: true, signal })
      scroller.addEventListener('pointerdown', press, { passive: true, signal })
      for (const name of released) document.addEventListener(name, letGo, { capture: true, signal })
      return () => {
        held.abort()
        pressed = false
        clearTimeout(settling)
        settling = undefined
        parts = undefined
      }
    },
    /** Scrolls to the destination. Returns false, without scrolling, if the message does not exist. */
    go(destination: Destination): boolean {
      newFrom = destination.to === 'new' ? destination.id : undefined
      if (destination.to === 'end') {
        stuck = true
        toEnd()
        return true
      }
      const index = indexOfRow(rows, destination.id)
      if (destination.to === 'middle') return goToRow(index, { align: 'center' })
      if (destination.to === 'near') return goToRow(index, { align: 'nearest' })
      if (destination.to === 'row') {
        return index >= 0
          ? goToRow(index, { offset: destination.gone })
          : goToRow(firstAfter(rows, destination.id), {})
      }
      return goToRow(index, { offset: -Math.round((parts?.scroller.clientHeight ?? 0) * third) })
    },
    keep(now: readonly Row[]) {
      const changed = now !== rows
      rows = now
      if (changed) followEnd()
      look()
    },
    /** Call when the content after the rows has another height, in px. */
    follow(after: number) {
      const grown = after > tail && tail > 0
      tail = after
      if (grown) followEnd()
      look()
    },
    /** Call before the user changes the height of something. The list does not follow to the end then. */
    stay() {
      stuck = false
    },
    scrolled(offset: number) {
      if (!parts) return
      const left = distance(parts.list)
      if (left <= near) stuck = true
      else if (offset < lastOffset - 1) stuck = false
      lastOffset = offset
      if (left > 1 && !touched) followEnd()
      look()
    },
    resized() {
      followEnd()
      look()
    },
    /** Call when the view has another height, in px. Virtua reports it for rows only. */
    fit(height: number) {
      // Content below made the view smaller. If the end was in view, it stays in view.
      const pushed = height < lastHeight && view().atEnd
      lastHeight = height
      if (pushed) newFrom = undefined
      if (pressed) stuck ||= pushed
      else if (stuck || pushed) toEnd()
      look()
    },
    touched: () => touched,
    /** Returns the index of the row at the top of the view. */
    top: () => (parts && rows.length > 0 ? parts.list.findItemIndex(parts.list.scrollOffset) : 0),
    /** Returns the indexes of the first and the last row in view. */
    range(): [first: number, last: number] {
      if (!parts || rows.length === 0) return [0, 0]
      const { list } = parts
      const first = list.findItemIndex(list.scrollOffset + near)
      return [first, Math.max(lastSeen(list), first)]
    },
    /** Returns the current position, or undefined at the end. */
    place(): ScrollPlace | undefined {
      if (!parts || view().atEnd) return undefined
      const { list } = parts
      const top = list.findItemIndex(list.scrollOffset)
      const row = rows[top]
      const gone = list.scrollOffset - list.getItemOffset(top)
      return row && { topId: row.id, gone, sizes: list.cache, count: rows.length }
    },
    /** Returns the same object until something changes. */
    view,
    subscribe: store.subscribe,
  }
}

/**
 * Position at which a chat was left: the row at the top of the view, and how many px of it were above the view. `sizes`
 * are measured row sizes, valid for the same number of rows.
 */
export type ScrollPlace = { topId: number; gone: number; sizes: CacheSnapshot; count: number }

/**
 * Positions at which chats were left, by chat ID, until the page is closed. A chat that was left at its end has none.
 * Stored per user, because the page outlives a sign-out.
 */
export const useScrollPlaces = perPerson(() => new Map<number, ScrollPlace>())
