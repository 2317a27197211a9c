import { type RefObject, useLayoutEffect } from 'react'

/** As high as its text, where CSS alone (`field-sizing`) does not make it so. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for every text.
  useLayoutEffect(() => {
    const area = field.current
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [field, text])
}
