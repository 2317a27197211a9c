import { useEffect, useRef, useState } from 'react'
import type { DraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { isBlankPage } from './ink.ts'
import type { PageImages } from './pageImages.ts'
import type { PapersDraft } from './papersDraft.ts'
import { splitAgain, splitAtBlank } from './splitPages.ts'

/** Number of pages after which the result is saved. */
const pagesPerSave = 20

/** `done`: number of pages that are measured. */
export type BlankPages = {
  progress: { done: number; total: number } | undefined
  hasFoundNone: boolean
  /** Number of pages that were not drawn in time. They count as not blank. */
  slowCount: number
  /** Measures all pages and splits the scan at the blank ones. A second call has no effect while the first one runs. */
  split: () => void
  cancel: () => void
}

/** Splits the scan at blank pages. Pages that were measured before an interruption are not measured again. */
export function useBlankPages(form: DraftForm<PapersDraft>, images: PageImages | undefined): BlankPages {
  const [progress, setProgress] = useState<BlankPages['progress']>()
  const [hasFoundNone, setFoundNone] = useState(false)
  const [slowCount, setSlowCount] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const measure = async (pages: PageImages, signal: AbortSignal) => {
    const { pageCount, ink: known } = form.getValue()
    const ink = Array.from({ length: pageCount }, (_, page) => known[page] ?? null)
    for (let page = 0; page < pageCount; page += 1) {
      setProgress({ done: page, total: pageCount })
      if (ink[page] === null) {
        const image = await pages.load(page, signal)
        if (image === 'slow') setSlowCount(count => count + 1)
        ink[page] = typeof image === 'object' ? image.ink : null
      }
      signal.throwIfAborted()
      if (page % pagesPerSave === pagesPerSave - 1) form.change({ ink: [...ink] })
    }
    const { firsts, omittedPages } = splitAtBlank(ink.map(isBlankPage))
    setFoundNone(omittedPages.length === 0)
    form.change(({ parts }) => ({
      ink,
      splitBy: 'blank',
      ...(omittedPages.length > 0 && { parts: splitAgain(parts, firsts), omittedPages }),
    }))
  }
  return {
    progress,
    hasFoundNone,
    slowCount,
    split() {
      if (!images || running.current) return
      const controller = new AbortController()
      running.current = controller
      setFoundNone(false)
      setSlowCount(0)
      measure(images, controller.signal)
        // It rejects only if it was cancelled.
        .catch(() => undefined)
        .finally(() => {
          running.current = undefined
          setProgress(undefined)
        })
    },
    cancel: () => running.current?.abort(),
  }
}
