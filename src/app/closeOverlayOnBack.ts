import type { DataRouter } from 'react-router'
import { isRecord } from '../lib/isRecord.ts'
import { closeTopOverlay, countOverlays } from '../ui/focus/overlays.ts'

/**
 * Creates the router. Makes Back close the frontmost dialog, sheet, palette or menu, and nothing else (rule 66). Each
 * overlay adds an entry to the history, with the router's index of its page and its depth above that page. The router
 * does not know of these entries. If an overlay is closed in another way, its entry stays, and Back skips it: removing it
 * at once could undo a navigation that starts at the same time.
 */
export function closeOverlayOnBack(createRouter: () => DataRouter): { router: DataRouter; stop: () => void } {
  let page = readPage()
  let depth = readDepth()
  const writeDepth = () => history.replaceState({ ...page.state, overlayDepth: depth }, '', page.href)
  const addEntries = () => {
    for (const count = countOverlays(); depth < count; ) {
      depth++
      history.pushState({ ...page.state, overlayDepth: depth }, '', page.href)
    }
  }
  const handlePop = (event: PopStateEvent) => {
    const { idx } = readPage().state
    // Entries that the router did not create, e.g. of a link to a heading, have no index.
    if (idx === undefined || idx !== page.state.idx) return
    event.stopImmediatePropagation()
    const isBack = readDepth() < depth
    depth = readDepth()
    // The router may have replaced the address while the overlay was open.
    writeDepth()
    if (!isBack) return
    if (countOverlays() <= depth) return history.back()
    closeTopOverlay()
    // For a dialog that the user can't close without a choice.
    setTimeout(addEntries)
  }
  // Before the router's listener. Chromium calls both in this order.
  addEventListener('popstate', handlePop)
  const router = createRouter()
  page = readPage()
  const unsubscribe = router.subscribe(() => {
    const previous = page
    page = readPage()
    if (page.state.idx !== previous.state.idx) depth = readDepth()
    // The router has replaced the entry of an overlay.
    else if (readDepth() !== depth) writeDepth()
  })
  const observer = new MutationObserver(addEntries)
  observer.observe(document.body, { childList: true, subtree: true })
  return {
    router,
    stop() {
      removeEventListener('popstate', handlePop)
      unsubscribe()
      observer.disconnect()
    },
  }
}

const readPage = () => ({ state: readState(), href: location.href })
const readState = (): Record<string, unknown> => (isRecord(history.state) ? history.state : {})

function readDepth(): number {
  const { overlayDepth } = readState()
  return typeof overlayDepth === 'number' ? overlayDepth : 0
}
