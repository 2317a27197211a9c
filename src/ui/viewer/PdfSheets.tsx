import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { PageView } from '../marks/pagePoint.ts'
import type { Extent, PdfContent } from './Content.ts'
import styles from './Viewer.module.css'
import type { FileView } from './ViewMemory.ts'
import { rotateExtent } from './viewport.ts'

type PdfSheetsProps = {
  content: PdfContent
  scale: number
  rotation: FileView['rotation']
  stage: RefObject<HTMLElement | null>
  /** Drawn above each page near the visible area. */
  renderOverlay: ((page: PageView, pageCount: number) => ReactNode) | undefined
}

const maxPages = 1000

/** Only pages near the visible area are drawn. The others are empty boxes of their size. */
export function PdfSheets({ content, ...rest }: PdfSheetsProps) {
  const t = useT('viewer')
  const format = useFormat()
  const shownCount = Math.min(content.pageCount, maxPages)
  return (
    <>
      {Array.from({ length: shownCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its number.
        <PdfSheet key={index} content={content} index={index} {...rest} />
      ))}
      {shownCount < content.pageCount && <p>{t('pagesCut', { shown: format.number(shownCount) })}</p>}
    </>
  )
}

function PdfSheet(props: PdfSheetsProps & { index: number }) {
  const { content, index, scale, rotation, stage, renderOverlay } = props
  const t = useT('viewer')
  const format = useFormat()
  const sheet = useRef<HTMLDivElement>(null)
  const canvasContainer = useRef<HTMLDivElement>(null)
  const [loadedExtent, setExtent] = useState<Extent>()
  const extent = loadedExtent ?? content.firstPage
  const [hasFailed, setFailed] = useState(false)
  const isNear = useNearViewport(sheet, stage, index === 0)

  const { preview } = content
  useLayoutEffect(() => {
    if (!canvasContainer.current) return
    // Remove a page of another rotation, and a distant page to free memory.
    if (!isNear || canvasContainer.current.dataset.rotation !== String(rotation))
      canvasContainer.current.replaceChildren()
    const usesPreview = preview && isNear && index === 0 && rotation === 0
    if (usesPreview && !canvasContainer.current.hasChildNodes()) canvasContainer.current.append(preview)
    canvasContainer.current.dataset.rotation = String(rotation)
  }, [isNear, rotation, index, preview])

  useEffect(() => {
    if (!isNear) return
    const controller = new AbortController()
    const draw = async () => {
      try {
        const page = await content.getPage(index)
        if (controller.signal.aborted) return
        setExtent(page.extent)
        const canvas = await page.draw({
          scale: scale * devicePixelRatio,
          rotation,
          signal: controller.signal,
        })
        if (controller.signal.aborted) return
        canvasContainer.current?.replaceChildren(canvas)
        setFailed(false)
      } catch {
        if (!controller.signal.aborted) setFailed(true)
      }
    }
    // While zooming, the existing page is stretched. It is drawn 120 ms after the last change.
    const delay = canvasContainer.current?.hasChildNodes() ? 120 : 0
    const timer = setTimeout(() => void draw(), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [content, index, isNear, scale, rotation])

  const { width, height } = rotateExtent(extent, rotation)
  return (
    <div ref={sheet} className={styles.sheet} style={{ width: width * scale, height: height * scale }}>
      <div
        className={styles.picture}
        role="img"
        aria-label={t('page', { number: format.number(index + 1), count: format.number(content.pageCount) })}
      >
        {hasFailed && <p className={styles.failed}>{t('pageFailed')}</p>}
        <div ref={canvasContainer} hidden={hasFailed} />
      </div>
      {isNear &&
        loadedExtent &&
        !hasFailed &&
        renderOverlay?.({ index, size: loadedExtent, scale, rotation }, content.pageCount)}
    </div>
  )
}

/** True also if it is less than one container height away. */
function useNearViewport(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  initial: boolean,
): boolean {
  const [isNear, setNear] = useState(initial)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: scroller.current, rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, scroller])
  return isNear
}
