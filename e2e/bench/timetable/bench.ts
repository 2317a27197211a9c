import type { Candidate } from './candidate.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'bare grid': () => import('./bareGrid.tsx'),
  staffroom: () => import('./staffroom.tsx'),
  fullcalendar: () => import('./fullCalendar.tsx'),
  'react-big-calendar': () => import('./bigCalendar.tsx'),
  'schedule-x': () => import('./scheduleX.tsx'),
}

/** Resolves after the frame that shows the week was handed to the compositor. */
function painted(candidate: Candidate, root: HTMLElement, week: number): Promise<number> {
  const channel = new MessageChannel()
  return new Promise((resolve, reject) => {
    const deadline = performance.now() + 20_000
    channel.port1.onmessage = () => resolve(performance.now())
    const look = () => {
      if (candidate.shows(root, week)) channel.port2.postMessage(null)
      else if (performance.now() > deadline) reject(new Error('the week never showed'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

async function measure() {
  const name = new URLSearchParams(location.search).get('candidate') ?? ''
  const load = candidates[name]
  const root = document.getElementById('root')
  if (!load || !root) throw new Error(`no candidate ${name}`)
  const { candidate } = await load()
  // The code is loaded and the page idle: what follows is mounting alone.
  await new Promise(resolve => requestIdleCallback(resolve))
  const start = performance.now()
  candidate.mount(root)
  const mount = (await painted(candidate, root, 0)) - start
  const dom = root.querySelectorAll('*').length
  await new Promise(resolve => requestIdleCallback(resolve))
  const step = performance.now()
  candidate.next()
  const next = (await painted(candidate, root, 1)) - step
  return { mount, next, dom }
}

declare global {
  interface Window {
    result: Promise<{ mount: number; next: number; dom: number }>
  }
}
window.result = measure()
