import type { Browser } from '@playwright/test'
import { createMeter, openPage } from './browser.ts'

/** A step measures its time until painted, CPU time and longest task, in ms. */
type StepSample<Step extends string> = Record<Step | `${Step}Work` | `${Step}Longest`, number>

export type Steps = Awaited<ReturnType<typeof createSteps>>

type CandidateOptions = { url: string; name: string; as?: 'rows' | 'text'; slowdown?: number }

/** Loads a candidate in a fresh page (see `inPage.ts`), and runs steps in it. */
export async function withCandidate<T>(
  browser: Browser,
  options: CandidateOptions,
  run: (steps: Steps) => Promise<T>,
): Promise<T> {
  const page = await openPage(browser)
  try {
    return await run(await createSteps(page, options))
  } catch (cause) {
    throw new Error(`${JSON.stringify(options)} failed`, { cause })
  } finally {
    await page.context().close()
  }
}

async function createSteps(
  page: Awaited<ReturnType<typeof openPage>>,
  { url, name, as = 'rows', slowdown = 1 }: CandidateOptions,
) {
  const call = (step: string, ...args: string[]) =>
    page.evaluate<number>(`window.bench.${step}(${args.map(arg => JSON.stringify(arg)).join()})`)
  await page.goto(url)
  await call('load', name, as)
  const meter = await createMeter(page)
  await meter.readHeap()
  await call('rest')
  await meter.slowDown(slowdown)
  return {
    page,
    /** Calls a function of `window.bench`. */
    call,
    /** Runs a step, and waits until the page is idle. */
    async step<Step extends string>(step: Step): Promise<StepSample<Step>> {
      await call('rest')
      const { value, work, longest } = await meter.trace(`bench:${step}`, async () => {
        const painted = await call(step)
        await call('rest')
        return painted
      })
      const sample = { [step]: value, [`${step}Work`]: work, [`${step}Longest`]: longest }
      return sample as StepSample<Step>
    },
    /** Returns the heap size after garbage collection, in MB. */
    async heap() {
      await meter.slowDown(1)
      await call('rest')
      const size = await meter.readHeap()
      await meter.slowDown(slowdown)
      return size
    },
  }
}
