import type { Funnels } from './useFunnels.ts'

/** How many pupils the class has, by the funnels; `undefined` while none is known or when they disagree. */
export function pupilsCounted(funnels: Funnels): number | undefined {
  let pupils: number | undefined
  for (const funnel of funnels.values()) {
    if (funnel === 'failed') continue
    if (pupils !== undefined && pupils !== funnel.of) return undefined
    pupils = funnel.of
  }
  return pupils
}
