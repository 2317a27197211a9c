import { useEffect, useMemo, useState } from 'react'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { ChunkLoadError } from '../../../lib/loadChunk.ts'
import { isTimeout } from '../../../lib/timeLimit.ts'
import { openScan, type Scan } from './openScan.ts'
import { createPageImages, type PageImages } from './pageImages.ts'
import type { PapersDraft } from './papersDraft.ts'

/** `gone`: this device no longer has the file. `code`: the reader of PDF can't be loaded. `slow`: it was not opened in time. */
export type OpenedScan =
  | { state: 'opening' }
  | { state: 'failed'; why: 'gone' | 'broken' | 'code' | 'slow'; retry: () => void }
  | { state: 'open'; scan: Scan; images: PageImages }

/** Opens the stored scan. It is closed when the component unmounts. */
export function useScan({ kind, scan: files }: Pick<PapersDraft, 'kind' | 'scan'>): OpenedScan {
  const { drafts } = useDelivery()
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<OpenedScan>({ state: 'opening' })
  const order = files.map(({ id }) => id)
  // Moving a page does not open the scan again.
  const ids = order.toSorted().join(' ')
  const pages = order.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens the scan again.
  useEffect(() => {
    let isCancelled = false
    let close = () => {}
    const fail = (why: 'gone' | 'broken' | 'code' | 'slow') => {
      if (!isCancelled) setOpened({ state: 'failed', why, retry: () => setAttempt(count => count + 1) })
    }
    const open = async () => {
      const blobs = []
      for (const id of ids.split(' ')) {
        const blob = await drafts.file(id)
        if (!blob) return fail('gone')
        blobs.push(blob)
      }
      const scan = await openScan(kind, blobs)
      const images = createPageImages(scan)
      close = () => {
        images.close()
        scan.close()
      }
      if (isCancelled) close()
      else setOpened({ state: 'open', scan, images })
    }
    setOpened({ state: 'opening' })
    open().catch((error: unknown) =>
      fail(error instanceof ChunkLoadError ? 'code' : isTimeout(error) ? 'slow' : 'broken'),
    )
    return () => {
      isCancelled = true
      close()
    }
  }, [drafts, kind, ids, attempt])
  return useMemo(() => (opened.state === 'open' ? inOrder(opened, ids, pages) : opened), [opened, ids, pages])
}

/** Returns the scan with its pages in the order of `pages`. It was opened in the order of `ids`. */
function inOrder(opened: OpenedScan & { state: 'open' }, ids: string, pages: string): OpenedScan {
  if (ids === pages) return opened
  const indexById = new Map(ids.split(' ').map((id, index) => [id, index]))
  const indexes = pages.split(' ').map(id => indexById.get(id) ?? 0)
  const getIndex = (page: number) => indexes[page] ?? 0
  const { scan, images } = opened
  return {
    state: 'open',
    scan: {
      ...scan,
      draw: (page, width, signal) => scan.draw(getIndex(page), width, signal),
      cutOut: cut => scan.cutOut(cut.map(getIndex)),
    },
    images: {
      ...images,
      get: page => images.get(getIndex(page)),
      load: (page, signal) => images.load(getIndex(page), signal),
    },
  }
}
