import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PdfContent } from './Content.ts'
import styles from './Viewer.module.css'
import type { ViewerWords } from './ViewerWords.ts'
import type { FileView } from './ViewMemory.ts'
import { turnedExtent } from './viewport.ts'

type PdfSheetsProps = {
  content: PdfContent
  scale: number
  turn: FileView['turn']
  words: ViewerWords
  stage: RefObject<HTMLElement | null>
}

/** Maximum number of pages shown. A PDF with more is a book or an attack. */
const mostPages = 1000

/**
 * The pages of a PDF below each other. Only pages near the visible area are drawn; the others are empty boxes of their
 * size.
 */
export function PdfSheets({ content, words, ...rest }: PdfSheetsProps) {
  const shown = Math.min(content.pageCount, mostPages)
  return (
    <>
      {Array.from({ length: shown }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        <PdfSheet key={index} content={content} index={index} words={words} {...rest} />
      ))}
      {shown < content.pageCount && <p>{words.pagesCut(shown)}</p>}
    </>
  )
}

function PdfSheet({ content, index, scale, turn, words, stage }: PdfSheetsProps & { index: number }) {
  const sheet = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const [extent, setExtent] = useState(content.firstPage)
  const [failed, setFailed] = useState(false)
  const isNear = useNearViewport(sheet, stage, index === 0)

  const { preview } = content
  useLayoutEffect(() => {
    if (!holder.current) return
    // A page drawn for another rotation would be distorted, and a page far away uses memory.
    if (!isNear || holder.current.dataset.turn !== String(turn)) holder.current.replaceChildren()
    const isPreviewed = preview && isNear && index === 0 && turn === 0
    if (isPreviewed && !holder.current.hasChildNodes()) holder.current.append(preview)
    holder.current.dataset.turn = String(turn)
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
        holder.current?.replaceChildren(canvas)
        setFailed(false)
      } catch {
        if (!controller.signal.aborted) setFailed(true)
      }
    }
    // During zooming, stretch the existing page. Draw it again 120 ms after the last change.
    const wait = holder.current?.hasChildNodes() ? 120 : 0
    const timer = setTimeout(() => void draw(), wait)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [content, index, isNear, scale, turn])

  const { width, height } = turnedExtent(extent, turn)
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      style={{ width: width * scale, height: height * scale }}
      role="img"
      aria-label={words.page(index + 1, content.pageCount)}
    >
      {failed && <p className={styles.failed}>{words.pageFailed}</p>}
      <div ref={holder} hidden={failed} />
    </div>
  )
}

/**
 * Whether an element is visible in its scroll container or less than one container height away. Returns `atFirst` until
 * it is measured.
 */
function useNearViewport(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  atFirst: boolean,
): boolean {
  const [isNear, setNear] = useState(atFirst)
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
