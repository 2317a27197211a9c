import type { Page } from '@playwright/test'

/** CPU time of the page's main thread during `act`, in ms. */
export async function pageCpuMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const total = metrics.find(({ name }) => name === 'TaskDuration')
    if (!total) throw new Error('Chromium does not report TaskDuration.')
    return total.value * 1000
  }
  const before = await used()
  await act()
  const after = await used()
  await devtools.detach()
  return after - before
}
