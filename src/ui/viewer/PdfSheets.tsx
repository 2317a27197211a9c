import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PdfContent } from './Content.ts'
import styles from './Viewer.module.css'
import type { ViewerTexts } from './ViewerTexts.ts'
import type { FileView } from './ViewMemory.ts'
import { rotateExtent } from './viewport.ts'

type PdfSheetsProps = {
  content: PdfContent
  scale: number
  turn: FileView['turn']
  words: ViewerTexts
  stage: RefObject<HTMLElement | null>
}

/** Maximum number of pages shown. A PDF with more is a book or an attack. */
const maxPages = 1000

/**
 * The pages of a PDF below each other. Only pages near the visible area are drawn; the others are empty boxes of their
 * size.
 */
export function PdfSheets({ content, words, ...rest }: PdfSheetsProps) {
  const shownCount = Math.min(content.pageCount, maxPages)
  return (
    <>
      {Array.from({ length: shownCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        <PdfSheet key={index} content={content} index={index} words={words} {...rest} />
      ))}
      {shownCount < content.pageCount && <p>{words.pagesCut(shownCount)}</p>}
    </>
  )
}

function PdfSheet({ content, index, scale, turn, words, stage }: PdfSheetsProps & { index: number }) {
  const sheet = useRef<HTMLDivElement>(null)
  const canvasContainer = useRef<HTMLDivElement>(null)
  const [extent, setExtent] = useState(content.firstPage)
  const [failed, setFailed] = useState(false)
  const isNear = useNearViewport(sheet, stage, index === 0)

  const { preview } = content
  useLayoutEffect(() => {
    if (!canvasContainer.current) return
    // A page drawn for another rotation would be distorted, and a page far away uses memory.
    if (!isNear || canvasContainer.current.dataset.turn !== String(turn))
      canvasContainer.current.replaceChildren()
    const usesPreview = preview && isNear && index === 0 && turn === 0
    if (usesPreview && !canvasContainer.current.hasChildNodes()) canvasContainer.current.append(preview)
    canvasContainer.current.dataset.turn = String(turn)
  }, [isNear, turn, index, preview])

  useEffect(() => {
    if (!isNear) return
    const controller = new AbortController()
    const draw = async () => {
      try {
        const page = await content.page(index)
        if (controller.signal.aborted) return
        setExtent(page.extent)
        const canvas = await page.draw({ scale: scale * devicePixelRatio, turn, signal: controller.signal })
        if (controller.signal.aborted) return
        canvasContainer.current?.replaceChildren(canvas)
        setFailed(false)
      } catch {
        if (!controller.signal.aborted) setFailed(true)
      }
    }
    // During zooming, stretch the existing page. Draw it again 120 ms after the last change.
    const delay = canvasContainer.current?.hasChildNodes() ? 120 : 0
    const timer = setTimeout(() => void draw(), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [content, index, isNear, scale, turn])

  const { width, height } = rotateExtent(extent, turn)
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      style={{ width: width * scale, height: height * scale }}
      role="img"
      aria-label={words.page(index + 1, content.pageCount)}
    >
      {failed && <p className={styles.failed}>{words.pageFailed}</p>}
      <div ref={canvasContainer} hidden={failed} />
    </div>
  )
}

/**
 * Whether an element is visible in its scroll container or less than one container height away. Returns `initial` until
 * it is measured.
 */
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
