import type { VirtualizerHandle } from 'virtua'
import { indexOfRow } from './findRow.ts'
import type { TalkPlace } from './talkPlaces.ts'

type Row = { readonly id: number }

/** The row is named by id. `gone`: px of it above the view; `new`: with room above it; `near`: only as far as needed. */
export type Destination =
  | { to: 'end' }
  | { to: 'row'; id: number; gone: number }
  | { to: 'new' | 'middle' | 'near'; id: number }

/** What is in view. `seen`: the newest that was wholly in view so far, 0 before any was. */
export type TalkView = { atEnd: boolean; seen: number }

/**
 * Moves the list of a chat and knows what is in view. It asks virtua for every measure and never the page: reading
 * those in the middle of a scroll would lay everything out twice.
 */
export type TalkScroll = {
  /** Both are there while the list is on the page; the answer lets go of them. */
  hold(scroller: HTMLElement, list: VirtualizerHandle): () => void
  go(destination: Destination): void
  /** After the rows changed. */
  keep(rows: readonly Row[]): void
  /** What follows the rows has another height (px). */
  follow(tail: number): void
  /** Something changes its height by the reader's hand: it stays where it is, also at the end. */
  stay(): void
  scrolled(offset: number): void
  resized(): void
  /** Whether the reader has moved the list. */
  touched(): boolean
  /** Index of the row at the top of the view. */
  top(): number
  /** Indexes of the first and the last row in view. */
  range(): [first: number, last: number]
  /** Where it stands now; `undefined` at the end. */
  place(): TalkPlace | undefined
  /** The same object until something changes. */
  view(): TalkView
  subscribe(listener: () => void): () => void
}

/** Nearer than this (px) counts as at the end. */
const near = 24
/** How far down the view the first unread stands. */
const third = 0.3
/** Further down (px) than any list ends: the browser stops at the end, with what follows the rows in view. */
const beyond = 1_000_000_000
const byHand = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

export function createTalkScroll(): TalkScroll {
  const listeners = new Set<() => void>()
  let parts: { scroller: HTMLElement; list: VirtualizerHandle } | undefined
  let rows: readonly Row[] = []
  let tail = 0
  // Set by where the reader went; while it is, whatever grows leaves the end in view.
  let stuck = false
  let lastOffset = 0
  let touched = false
  let view: TalkView = { atEnd: true, seen: 0 }

  const touch = () => {
    touched = true
  }
  // Not by virtua: what it was told to show it goes after while rows are measured, also against the reader's hand.
  const toEnd = () => parts?.scroller.scrollTo({ top: beyond, behavior: 'instant' })
  const distance = (list: VirtualizerHandle) => list.scrollSize + tail - list.viewportSize - list.scrollOffset

  /** The last row of which all is in view, or which fills it. */
  const lastSeen = (list: VirtualizerHandle): number => {
    const bottom = list.scrollOffset + list.viewportSize
    const last = list.findItemIndex(bottom - 1)
    const start = list.getItemOffset(last)
    const isSeen = start + list.getItemSize(last) <= bottom + 1 || start <= list.scrollOffset
    return isSeen ? last : last - 1
  }
  const look = () => {
    if (!parts || parts.list.viewportSize === 0) return
    const { list } = parts
    // What has just grown is pursued, and in view before anything is painted.
    const atEnd = stuck || distance(list) <= near
    const seen = Math.max(view.seen, (rows.length > 0 && rows[lastSeen(list)]?.id) || 0)
    if (atEnd === view.atEnd && seen === view.seen) return
    view = { atEnd, seen }
    for (const listener of listeners) listener()
  }
  const goToRow = (id: number, options: { align?: 'center' | 'nearest'; offset?: number }) => {
    const index = indexOfRow(rows, id)
    if (index >= 0) parts?.list.scrollToIndex(index, options)
  }

  return {
    hold(scroller, list) {
      parts = { scroller, list }
      for (const name of byHand) scroller.addEventListener(name, touch, { passive: true })
      return () => {
        for (const name of byHand) scroller.removeEventListener(name, touch)
        parts = undefined
      }
    },
    go(destination) {
      stuck = destination.to === 'end'
      if (destination.to === 'end') toEnd()
      else if (destination.to === 'row') goToRow(destination.id, { offset: destination.gone })
      else if (destination.to === 'middle') goToRow(destination.id, { align: 'center' })
      else if (destination.to === 'near') goToRow(destination.id, { align: 'nearest' })
      else goToRow(destination.id, { offset: -Math.round((parts?.scroller.clientHeight ?? 0) * third) })
    },
    keep(now) {
      const changed = now !== rows
      rows = now
      if (changed && stuck) toEnd()
      look()
    },
    follow(after) {
      const grown = after > tail && tail > 0
      tail = after
      if (grown && stuck) toEnd()
      look()
    },
    stay() {
      stuck = false
    },
    scrolled(offset) {
      if (!parts) return
      if (distance(parts.list) <= near) stuck = true
      else if (offset < lastOffset - 1) stuck = false
      lastOffset = offset
      look()
    },
    resized() {
      if (stuck) toEnd()
      look()
    },
    touched: () => touched,
    top: () => (parts && rows.length > 0 ? parts.list.findItemIndex(parts.list.scrollOffset) : 0),
    range() {
      if (!parts || rows.length === 0) return [0, 0]
      const { list } = parts
      return [list.findItemIndex(list.scrollOffset + near), Math.max(lastSeen(list), 0)]
    },
    place() {
      if (!parts || view.atEnd) return undefined
      const { list } = parts
      const top = list.findItemIndex(list.scrollOffset)
      const row = rows[top]
      const gone = list.scrollOffset - list.getItemOffset(top)
      return row && { topId: row.id, gone, sizes: list.cache, count: rows.length }
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
