import type { Candidate } from './candidate.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'bare grid': () => import('./bareGrid.tsx'),
  staffroom: () => import('./staffroom.tsx'),
  fullcalendar: () => import('./fullCalendar.tsx'),
  'react-big-calendar': () => import('./bigCalendar.tsx'),
  'schedule-x': () => import('./scheduleX.tsx'),
}

/** Called by the runner, which reads the browser's counters between the steps. */
export type Bench = {
  /** Loads a candidate's code and starts its app, so that later steps measure the screen alone. */
  load(name: string): Promise<void>
  /** Returns the time from the call to the end of the frame that shows the week, in ms. */
  mount(): Promise<number>
  next(): Promise<number>
  /** Resolves when the page is idle: no effects, late renders or idle callbacks. */
  rest(): Promise<void>
  elements(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

const container = document.getElementById('root')
if (!container) throw new Error('the page has no element to mount in')
const root = container
let candidate: Candidate

/** Resolves after the frame that shows the week was sent to the compositor. Returns the time in ms. */
function painted(week: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('the week was not shown within 20 s')), 20_000)
    const check = () => {
      if (!candidate.shows(root, week)) return
      observer.disconnect()
      clearTimeout(timeout)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(check)
    observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true })
  })
}

const idle = () => new Promise(resolve => requestIdleCallback(resolve))
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

window.bench = {
  async load(name) {
    const loaded = await candidates[name]?.()
    if (!loaded) throw new Error(`no candidate ${name}`)
    candidate = loaded.candidate
    await candidate.start(root)
  },
  async mount() {
    const shown = painted(0)
    const start = performance.now()
    candidate.show()
    return (await shown) - start
  },
  async next() {
    const shown = painted(1)
    const start = performance.now()
    candidate.next(root)
    return (await shown) - start
  },
  async rest() {
    await soon(150)
    await idle()
  },
  elements: () => root.querySelectorAll('*').length,
}
