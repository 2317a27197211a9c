import type { Candidate } from './candidate.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'bare grid': () => import('./bareGrid.tsx'),
  staffroom: () => import('./staffroom.tsx'),
  fullcalendar: () => import('./fullCalendar.tsx'),
  'react-big-calendar': () => import('./bigCalendar.tsx'),
  'schedule-x': () => import('./scheduleX.tsx'),
}

/** What the runner drives, step by step, reading the browser's own counters in between. */
export type Bench = {
  /** Loads the candidate's code and starts its app; what is timed after it is the screen alone. */
  load(name: string): Promise<void>
  /** Milliseconds from the call to the end of the frame in which the week stands. */
  mount(): Promise<number>
  next(): Promise<number>
  /** Resolves when nothing is left to do: effects, late renders, idle work. */
  rest(): Promise<void>
  elements(): number
}

declare global {
  interface Window {
    bench: Bench
  }
}

const place = document.getElementById('root')
if (!place) throw new Error('no place to mount in')
const root = place
let candidate: Candidate

/** The moment after the frame that shows the week was handed to the compositor. */
function painted(week: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the week never showed')), 20_000)
    const look = () => {
      if (!candidate.shows(root, week)) return
      observer.disconnect()
      clearTimeout(late)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(look)
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
