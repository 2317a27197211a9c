import type { CacheSnapshot, VirtualizerHandle } from 'virtua'
import { createStore } from 'zustand/vanilla'
import { createUserHook } from '../chatQueries.ts'
import { findIndexAfter, findRowIndex } from './rows.ts'

type Row = { readonly id: number }

/**
 * `row`: to a row, or the next one if it was deleted, with `offset` px of it above the view. `new`: to a row
 * with space above it, or to the end if all new messages fit. `near`: only as far as needed.
 */
export type Destination =
  | { to: 'end' }
  | { to: 'row'; id: number; offset: number }
  | { to: 'new' | 'middle' | 'near'; id: number }

/** `lastSeenId`: ID of the newest message whose end was in view, or 0. */
type ScrollState = { isAtEnd: boolean; lastSeenId: number }

/** Distance from the end that counts as the end, in px. */
const endThreshold = 24
/** In ms. Rows of estimated size pass through the view while they are measured. */
const settleDelay = 150
/** As a fraction of the view. */
const newRowOffset = 0.3
/** Space above the first unread message that may be out of view, in px. */
const firstNewTolerance = 16
/** Beyond the end of any list, in px. */
const maxScrollTop = 1_000_000_000
const userScrollEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
const releaseEvents = ['pointerup', 'pointercancel', 'contextmenu'] as const

export type MessageScroll = ReturnType<typeof createMessageScroll>

/** Reads sizes from virtua, because reading them from the page would cause a second layout. */
export function createMessageScroll() {
  const store = createStore<ScrollState>(() => ({ isAtEnd: true, lastSeenId: 0 }))
  const getState = store.getState
  let elements: { scroller: HTMLElement; list: VirtualizerHandle } | undefined
  let rows: readonly Row[] = []
  let tailHeight = 0
  let isStuckToEnd = false
  let lastOffset = 0
  let lastHeight = 0
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  let isScrolledByUser = false
  // Scrolling would move the target away from the pointer, which then misses the click.
  let isPressed = false
  // Stays in view until the user scrolls.
  let firstNewId: number | undefined

  const markAsScrolledByUser = () => {
    isScrolledByUser = true
  }
  // Not with virtua, which would repeat it while rows are measured, even against the user.
  const scrollToEnd = () => elements?.scroller.scrollTo({ top: maxScrollTop, behavior: 'instant' })
  /** Ignores the scrollbar and context menus, because the browser may not report their release. */
  const handlePress = ({ target, currentTarget, button }: PointerEvent) => {
    isPressed = button === 0 && target !== currentTarget
  }
  const handleRelease = () => {
    if (!isPressed) return
    isPressed = false
    // Wait for the click, because its handler may call `releaseEnd`.
    requestAnimationFrame(followEnd)
  }
  const getDistanceToEnd = (list: VirtualizerHandle) =>
    list.scrollSize + tailHeight - list.viewportSize - list.scrollOffset
  /** Returns px, or undefined if the first unread message need not stay in view. */
  const getHeightFromFirstNew = (list: VirtualizerHandle): number | undefined => {
    const index = firstNewId === undefined || isScrolledByUser ? -1 : findRowIndex(rows, firstNewId)
    return index < 0 ? undefined : list.scrollSize + tailHeight - list.getItemOffset(index)
  }
  /** Scrolls to the end after a height changed, as long as the first unread message stays in view. */
  function followEnd(): void {
    if (!elements || isPressed) return
    const { list } = elements
    const height = getHeightFromFirstNew(list)
    if (height !== undefined) isStuckToEnd = height <= list.viewportSize + firstNewTolerance
    if (isStuckToEnd) scrollToEnd()
    // Rows were higher than estimated and pushed it out of view.
    else if (height !== undefined && getDistanceToEnd(list) + list.viewportSize < height) {
      list.scrollToIndex(findRowIndex(rows, firstNewId ?? 0))
    }
  }

  const getLastVisibleIndex = (list: VirtualizerHandle): number => {
    const bottom = list.scrollOffset + list.viewportSize
    const last = list.findItemIndex(bottom - 1)
    return list.getItemOffset(last) + list.getItemSize(last) <= bottom + 1 ? last : last - 1
  }
  const getLastVisibleId = (list: VirtualizerHandle): number =>
    (rows.length > 0 && rows[getLastVisibleIndex(list)]?.id) || 0
  const updateState = (change: Partial<ScrollState>) => store.setState(change)
  const commitSeen = () => {
    settleTimer = undefined
    if (!elements) return
    const lastSeenId = getLastVisibleId(elements.list)
    if (lastSeenId > getState().lastSeenId) updateState({ lastSeenId })
  }
  const refresh = () => {
    if (!elements || elements.list.viewportSize === 0) return
    const { list } = elements
    // `followEnd` scrolls to the end before the next paint.
    const isAtEnd = isStuckToEnd || getDistanceToEnd(list) <= endThreshold
    if (getLastVisibleId(list) > getState().lastSeenId) settleTimer ??= setTimeout(commitSeen, settleDelay)
    if (isAtEnd !== getState().isAtEnd) updateState({ isAtEnd })
  }
  const goToRow = (index: number, options: { align?: 'center' | 'nearest'; offset?: number }): boolean => {
    if (index < 0 || index >= rows.length) return false
    isStuckToEnd = false
    elements?.list.scrollToIndex(index, options)
    return true
  }

  return {
    focus: () => elements?.scroller.focus({ preventScroll: true }),
    /** The returned function detaches the list. */
    attach(scroller: HTMLElement, list: VirtualizerHandle) {
      elements = { scroller, list }
      const abortController = new AbortController()
      const { signal } = abortController
      for (const name of userScrollEvents)
        scroller.addEventListener(name, markAsScrolledByUser, { passive: true, signal })
      scroller.addEventListener('pointerdown', handlePress, { passive: true, signal })
      for (const name of releaseEvents)
        document.addEventListener(name, handleRelease, { capture: true, signal })
      return () => {
        abortController.abort()
        isPressed = false
        clearTimeout(settleTimer)
        settleTimer = undefined
        elements = undefined
      }
    },
    /** Returns false, without scrolling, if the message does not exist. */
    scrollTo(destination: Destination): boolean {
      firstNewId = destination.to === 'new' ? destination.id : undefined
      if (destination.to === 'end') {
        isStuckToEnd = true
        scrollToEnd()
        return true
      }
      const index = findRowIndex(rows, destination.id)
      if (destination.to === 'middle') return goToRow(index, { align: 'center' })
      if (destination.to === 'near') return goToRow(index, { align: 'nearest' })
      if (destination.to === 'row') {
        return index >= 0
          ? goToRow(index, { offset: destination.offset })
          : goToRow(findIndexAfter(rows, destination.id), {})
      }
      return goToRow(index, { offset: -Math.round((elements?.scroller.clientHeight ?? 0) * newRowOffset) })
    },
    setRows(nextRows: readonly Row[]) {
      const changed = nextRows !== rows
      rows = nextRows
      if (changed) followEnd()
      refresh()
    },
    /** Height of the content after the rows, in px. */
    setTailHeight(height: number) {
      const hasGrown = height > tailHeight && tailHeight > 0
      tailHeight = height
      if (hasGrown) followEnd()
      refresh()
    },
    /** Call before the user changes a height, so that the list does not scroll to the end. */
    releaseEnd() {
      isStuckToEnd = false
    },
    handleScroll(offset: number) {
      if (!elements) return
      const remaining = getDistanceToEnd(elements.list)
      if (remaining <= endThreshold) isStuckToEnd = true
      else if (offset < lastOffset - 1) isStuckToEnd = false
      lastOffset = offset
      if (remaining > 1 && !isScrolledByUser) followEnd()
      refresh()
    },
    handleResize() {
      followEnd()
      refresh()
    },
    /** Height of the view, in px. Virtua reports it for rows only. */
    setViewHeight(height: number) {
      // Content below made the view smaller.
      const isPushed = height < lastHeight && getState().isAtEnd
      lastHeight = height
      if (isPushed) firstNewId = undefined
      if (isPressed) isStuckToEnd ||= isPushed
      else if (isStuckToEnd || isPushed) scrollToEnd()
      refresh()
    },
    hasUserScrolled: () => isScrolledByUser,
    getTopIndex: () =>
      elements && rows.length > 0 ? elements.list.findItemIndex(elements.list.scrollOffset) : 0,
    getVisibleRange(): [first: number, last: number] {
      if (!elements || rows.length === 0) return [0, 0]
      const { list } = elements
      const first = list.findItemIndex(list.scrollOffset + endThreshold)
      return [first, Math.max(getLastVisibleIndex(list), first)]
    },
    /** Returns undefined at the end. */
    getPosition(): ScrollPosition | undefined {
      if (!elements || getState().isAtEnd) return undefined
      const { list } = elements
      const top = list.findItemIndex(list.scrollOffset)
      const row = rows[top]
      const offset = list.scrollOffset - list.getItemOffset(top)
      return row && { topId: row.id, offset, sizes: list.cache, count: rows.length }
    },
    getState,
    subscribe: store.subscribe,
  }
}

/** `offset`: px of the top row above the view. `sizes` are valid for `count` rows. */
export type ScrollPosition = { topId: number; offset: number; sizes: CacheSnapshot; count: number }

/** By chat ID. Per user, because the page outlives a sign-out. */
export const useScrollPositions = createUserHook(() => new Map<number, ScrollPosition>())
