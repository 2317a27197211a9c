/** Shared code of the pages that measure candidates. `candidates.ts` calls `window.bench` there. */

const container = document.getElementById('root')
if (!container) throw new Error('the page has no element to mount in')
export const root = container

/** Times are ms until painted. */
export type PageBench = {
  /** Loads a candidate's code and starts its app. Prepares the data as rows or as JSON of a response. */
  load(name: string, as: 'rows' | 'text'): Promise<void>
  [step: string]: (...args: never[]) => unknown
}

declare global {
  interface Window {
    bench: PageBench & { rest(): Promise<void>; elements(): number }
  }
}

/** Provides the steps, and functions that every page has. */
export function provideBench(steps: PageBench): void {
  window.bench = {
    ...steps,
    /** Resolves when the page is idle: no effects, late renders or idle callbacks. */
    async rest() {
      await pause(150)
      // The timeout is for a page that never stops rendering and so is never idle.
      await new Promise(resolve => requestIdleCallback(resolve, { timeout: 500 }))
    },
    elements: () => root.querySelectorAll('*').length,
  }
}

/** Loads one of the candidates. Throws if the name is unknown. */
export async function loadCandidate<Candidate>(
  candidates: Record<string, () => Promise<{ candidate: Candidate }>>,
  name: string,
): Promise<Candidate> {
  const loaded = await candidates[name]?.()
  if (!loaded) throw new Error(`no candidate ${name}`)
  return loaded.candidate
}

/**
 * Runs `act` in a task of its own, after a mark for the trace. Returns the time until the first frame that shows the
 * result, in ms.
 */
export async function measure(step: string, act: () => void, isShown: () => boolean): Promise<number> {
  await pause(0)
  performance.mark(`bench:${step}`)
  const startedAt = performance.now()
  act()
  while (performance.now() < startedAt + 60_000) {
    await afterFrame()
    if (isShown()) return performance.now() - startedAt
  }
  throw new Error(`${step} was not shown within a minute`)
}

/** Resolves after the next frame was sent to the compositor. The layout is complete then, so reading it is cheap. */
export async function afterFrame(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  const { port1, port2 } = new MessageChannel()
  await new Promise(resolve => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
