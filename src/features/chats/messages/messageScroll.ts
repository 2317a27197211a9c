import type { CacheSnapshot, VirtualizerHandle } from 'virtua'
import { createStore } from 'zustand/vanilla'
import { createUserHook } from '../chatQueries.ts'
import { findIndexAfter, findRowIndex } from './rows.ts'

type Row = { readonly id: number }

/**
 * Where to scroll. `row`: to a row, or the next one if it was deleted, with `offset` px of it above the view. `new`: to
 * a row with space above it, or to the end if all new messages fit. `near`: only as far as needed.
 */
export type Destination =
  | { to: 'end' }
  | { to: 'row'; id: number; offset: number }
  | { to: 'new' | 'middle' | 'near'; id: number }

/** `lastSeenId`: ID of the newest message whose end was in view, 0 if there is none. */
export type ScrollState = { isAtEnd: boolean; lastSeenId: number }

/** Maximum distance from the end that counts as the end, in px. */
const endThreshold = 24
/** Time in ms before rows count as seen. Rows of estimated size pass through the view while they are measured. */
const settleDelay = 150
/** Position of the first unread message, as a fraction of the view. */
const newRowOffset = 0.3
/** Space above the text of the first unread message, in px. It may be out of view. */
const firstNewTolerance = 16
/**
 * A scroll position beyond the end of any list, in px. The browser stops at the end, with the content after the rows in
 * view.
 */
const maxScrollTop = 1_000_000_000
const userScrollEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
const releaseEvents = ['pointerup', 'pointercancel', 'contextmenu'] as const

export type MessageScroll = ReturnType<typeof createMessageScroll>

/**
 * Creates the scroll state of a chat. While scrolling, it reads sizes from virtua instead of the page, which would
 * cause a second layout.
 */
export function createMessageScroll() {
  const store = createStore<ScrollState>(() => ({ isAtEnd: true, lastSeenId: 0 }))
  const getState = store.getState
  let elements: { scroller: HTMLElement; list: VirtualizerHandle } | undefined
  let rows: readonly Row[] = []
  let tailHeight = 0
  // Whether the end stays in view when the content grows. The user's scrolling sets it.
  let isStuckToEnd = false
  let lastOffset = 0
  let lastHeight = 0
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  let isScrolledByUser = false
  // Do not scroll while a pointer is pressed. Otherwise its target would move away and miss the click.
  let isPressed = false
  // First unread message at which the chat was opened. It stays in view until the user scrolls.
  let firstNewId: number | undefined

  const markAsScrolledByUser = () => {
    isScrolledByUser = true
  }
  // Not with virtua, which would scroll there again while rows are measured, even against the user.
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
  /**
   * Returns the distance from the top of the first unread message to the end, in px, if that message must stay in view.
   */
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
    // Rows with estimated sizes have pushed it out of view.
    else if (height !== undefined && getDistanceToEnd(list) + list.viewportSize < height) {
      list.scrollToIndex(findRowIndex(rows, firstNewId ?? 0))
    }
  }

  /**
   * Returns the index of the last row whose end is in view. A message longer than the view is not seen before its end.
   */
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
    // While it sticks to the end, the end is in view again before the next paint.
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
    /** Moves the focus to the list, e.g. before the focused button is removed. */
    focus: () => elements?.scroller.focus({ preventScroll: true }),
    /** Attaches the list while it is mounted. The returned function detaches it. */
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
    /** Scrolls to the destination. Returns false, without scrolling, if the message does not exist. */
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
    /** Call when the content after the rows has another height, in px. */
    setTailHeight(height: number) {
      const hasGrown = height > tailHeight && tailHeight > 0
      tailHeight = height
      if (hasGrown) followEnd()
      refresh()
    },
    /** Call before the user changes the height of something. The list does not follow to the end then. */
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
    /** Call when the view has another height, in px. Virtua reports it for rows only. */
    setViewHeight(height: number) {
      // Content below made the view smaller. If the end was in view, it stays in view.
      const isPushed = height < lastHeight && getState().isAtEnd
      lastHeight = height
      if (isPushed) firstNewId = undefined
      if (isPressed) isStuckToEnd ||= isPushed
      else if (isStuckToEnd || isPushed) scrollToEnd()
      refresh()
    },
    hasUserScrolled: () => isScrolledByUser,
    /** Returns the index of the row at the top of the view. */
    getTopIndex: () =>
      elements && rows.length > 0 ? elements.list.findItemIndex(elements.list.scrollOffset) : 0,
    /** Returns the indexes of the first and the last row in view. */
    getVisibleRange(): [first: number, last: number] {
      if (!elements || rows.length === 0) return [0, 0]
      const { list } = elements
      const first = list.findItemIndex(list.scrollOffset + endThreshold)
      return [first, Math.max(getLastVisibleIndex(list), first)]
    },
    /** Returns the current position, or undefined at the end. */
    getPosition(): ScrollPosition | undefined {
      if (!elements || getState().isAtEnd) return undefined
      const { list } = elements
      const top = list.findItemIndex(list.scrollOffset)
      const row = rows[top]
      const offset = list.scrollOffset - list.getItemOffset(top)
      return row && { topId: row.id, offset, sizes: list.cache, count: rows.length }
    },
    /** Returns the same object until something changes. */
    getState,
    subscribe: store.subscribe,
  }
}

/**
 * Position at which a chat was left: the row at the top of the view, and how many px of it were above the view. `sizes`
 * are measured row sizes, valid for the same number of rows.
 */
export type ScrollPosition = { topId: number; offset: number; sizes: CacheSnapshot; count: number }

/**
 * Positions at which chats were left, by chat ID, until the page is closed. A chat that was left at its end has none.
 * Stored per user, because the page outlives a sign-out.
 */
export const useScrollPositions = createUserHook(() => new Map<number, ScrollPosition>())
