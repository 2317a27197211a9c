import type { CacheSnapshot, VirtualizerHandle } from 'virtua'
import { createStore } from 'zustand/vanilla'
import { perPerson } from '../chatQueries.ts'
import { firstAfter, indexOfRow } from './rows.ts'

type Row = { readonly id: number }

/**
 * The row is named by id. `row`: or the first after it, where it is gone; `gone`: px of it above the view. `new`: with
 * room above it, or at the end of the chat where all that is new fits. `near`: only as far as needed.
 */
export type Destination =
  | { to: 'end' }
  | { to: 'row'; id: number; gone: number }
  | { to: 'new' | 'middle' | 'near'; id: number }

/** What is in view. `seen`: the newest whose end was in view so far, 0 before any was. */
export type ScrollState = { atEnd: boolean; seen: number }

/** Nearer than this (px) counts as at the end. */
const near = 24
/** Rows that were guessed pass through the view while they are measured (ms): nobody saw those. */
const settled = 150
/** How far down the view the first unread stands. */
const third = 0.3
/** Above the words of the first unread there is more room than this (px): it may be out of view. */
const blank = 16
/** Further down (px) than any list ends: the browser stops at the end, with what follows the rows in view. */
const beyond = 1_000_000_000
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
const released = ['pointerup', 'pointercancel', 'contextmenu'] as const

export type MessageScroll = ReturnType<typeof createMessageScroll>

/**
 * Moves the list of a chat and knows what is in view. It asks virtua for every measure and never the page: reading
 * those in the middle of a scroll would lay everything out twice.
 */
export function createMessageScroll() {
  const store = createStore<ScrollState>(() => ({ atEnd: true, seen: 0 }))
  const view = store.getState
  let parts: { scroller: HTMLElement; list: VirtualizerHandle } | undefined
  let rows: readonly Row[] = []
  let tail = 0
  // Set by where the reader went; while it is, whatever grows leaves the end in view.
  let stuck = false
  let lastOffset = 0
  let lastHeight = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let touched = false
  // While something is pressed nothing moves of its own: what went away from under it would not be clicked.
  let pressed = false
  // Opened at this first unread: it stays in view until the reader goes somewhere.
  let newFrom: number | undefined

  const touch = () => {
    touched = true
  }
  // Not by virtua: what it was told to show it goes after while rows are measured, also against the reader's hand.
  const toEnd = () => parts?.scroller.scrollTo({ top: beyond, behavior: 'instant' })
  /** Not on the scrollbar, and not for a menu: of those the browser need not say when they are let go. */
  const press = ({ target, currentTarget, button }: PointerEvent) => {
    pressed = button === 0 && target !== currentTarget
  }
  const letGo = () => {
    if (!pressed) return
    pressed = false
    // The click comes first: it may be what says that all stays where it is.
    requestAnimationFrame(followEnd)
  }
  const distance = (list: VirtualizerHandle) => list.scrollSize + tail - list.viewportSize - list.scrollOffset
  /** From the top of the first unread to the end (px), while that one is to stay in view. */
  const newHeight = (list: VirtualizerHandle): number | undefined => {
    const index = newFrom === undefined || touched ? -1 : indexOfRow(rows, newFrom)
    return index < 0 ? undefined : list.scrollSize + tail - list.getItemOffset(index)
  }
  /** After something changed its height: at the end, as far as what is new stays in view. */
  function followEnd(): void {
    if (!parts || pressed) return
    const { list } = parts
    const height = newHeight(list)
    if (height !== undefined) stuck = height <= list.viewportSize + blank
    if (stuck) toEnd()
    // Rows that were only guessed have pushed it out.
    else if (height !== undefined && distance(list) + list.viewportSize < height) {
      list.scrollToIndex(indexOfRow(rows, newFrom ?? 0))
    }
  }

  /** The last row whose end is in view: of a message longer than the view, nobody has read all before. */
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
    // What has just grown is pursued, and in view before anything is painted.
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
    /** Both are there while the list is on the page; the answer lets go of them. */
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
    /** Whether it is there: nothing moves for a message that is gone. */
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
    /** What follows the rows has another height (px). */
    follow(after: number) {
      const grown = after > tail && tail > 0
      tail = after
      if (grown) followEnd()
      look()
    },
    /** Something changes its height by the reader's hand: it stays where it is, also at the end. */
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
    /** The view itself has this height (px): virtua says so of rows only. */
    fit(height: number) {
      // What stands below took some of the view of somebody who saw the end: they go on seeing it.
      const pushed = height < lastHeight && view().atEnd
      lastHeight = height
      if (pushed) newFrom = undefined
      if (pressed) stuck ||= pushed
      else if (stuck || pushed) toEnd()
      look()
    },
    touched: () => touched,
    /** Index of the row at the top of the view. */
    top: () => (parts && rows.length > 0 ? parts.list.findItemIndex(parts.list.scrollOffset) : 0),
    /** Indexes of the first and the last row in view. */
    range(): [first: number, last: number] {
      if (!parts || rows.length === 0) return [0, 0]
      const { list } = parts
      const first = list.findItemIndex(list.scrollOffset + near)
      return [first, Math.max(lastSeen(list), first)]
    },
    /** Where it stands now; `undefined` at the end. */
    place(): ScrollPlace | undefined {
      if (!parts || view().atEnd) return undefined
      const { list } = parts
      const top = list.findItemIndex(list.scrollOffset)
      const row = rows[top]
      const gone = list.scrollOffset - list.getItemOffset(top)
      return row && { topId: row.id, gone, sizes: list.cache, count: rows.length }
    },
    /** The same object until something changes. */
    view,
    subscribe: store.subscribe,
  }
}

/**
 * Where a chat was left: the row at the top of the view and how far it had gone (px). `sizes` are those measured, good
 * for as many rows.
 */
export type ScrollPlace = { topId: number; gone: number; sizes: CacheSnapshot; count: number }

/**
 * Where chats were left, by their id, until the page is left. A chat left at its end has none. Each person's own: the
 * cache and the page outlast a sign-out.
 */
export const useScrollPlaces = perPerson(() => new Map<number, ScrollPlace>())
