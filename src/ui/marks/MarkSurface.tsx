import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { drawMark, drawMarks } from './drawMarks.ts'
import { findMarks } from './findMarks.ts'
import styles from './MarkLayer.module.css'
import { getCanvasScale, prepareCanvas } from './markCanvas.ts'
import { getMarkUnit, markColours, type Point } from './markShapes.ts'
import type { IdentifiedMark, Mark, MarkHistory, MarkOperation } from './marks.ts'
import { type PageView, toPagePoint, toViewShare } from './pagePoint.ts'
import type { Pen, Tool } from './penSettings.ts'
import { fingerMode } from './pointers.ts'
import { TextMarkField } from './TextMarkField.tsx'
import { dragText, findText } from './textMarks.ts'
import { useMarkCursor } from './useMarkCursor.ts'
import { type StrokeInput, useStrokeInput } from './useStrokeInput.ts'
import { useTextMark } from './useTextMark.ts'

type MarkSurfaceProps = {
  page: PageView
  pageCount: number
  marks: readonly IdentifiedMark[]
  pen: Pen
  tool: Tool
  onOperation: (operation: MarkOperation) => MarkHistory | undefined
  /** Called with the ID of the text that is being changed, and with undefined when it is done. */
  onEditedChange: (id: number | undefined) => void
  canvases: { finished: RefObject<HTMLCanvasElement | null>; current: RefObject<HTMLCanvasElement | null> }
}

/** Opacity of marks that the eraser has touched until the pointer is released, 0 to 1. */
const erasedOpacity = 0.2

/** Receives pointer and keys while a tool is chosen. */
export function MarkSurface(props: MarkSurfaceProps) {
  const { page, pageCount, marks, pen, tool, onOperation, onEditedChange, canvases } = props
  const t = useT('pen')
  const format = useFormat()
  const surface = useRef<HTMLDivElement>(null)
  const { colour, width, isPanning } = useStore(pen)
  const fingers = useStore(fingerMode)
  useFocusOnChoice(pen, surface)
  const unit = getMarkUnit(page.size)
  const { textField, openText } = useTextMark({ page, marks, colour, onOperation, onEditedChange })
  const [isOverText, setIsOverText] = useState(false)

  const createMark = (points: readonly number[]): Mark | undefined => {
    const placed = {
      page: page.index,
      colour,
      x: points.at(-3) ?? 0,
      y: points.at(-2) ?? 0,
      turn: page.rotation,
    }
    switch (tool) {
      case 'pen':
      case 'highlighter':
        return { kind: tool, page: page.index, colour, width, points: [...points] }
      case 'tick':
      case 'cross':
        return { kind: tool, ...placed }
      case 'text': {
        const grabbed = findText(marks, [points[0] ?? 0, points[1] ?? 0], unit)
        return grabbed && dragText(grabbed, points, page)
      }
      default:
        return undefined
    }
  }
  const findMovedText = (points: readonly number[]): number | undefined => {
    const grabbed = tool === 'text' ? findText(marks, [points[0] ?? 0, points[1] ?? 0], unit) : undefined
    return grabbed && dragText(grabbed, points, page) ? grabbed.id : undefined
  }
  const preview = useStrokePreview({
    ...{ page, marks, canvases, createMark, findMovedText },
    isEraser: tool === 'eraser',
  })
  const place = (points: readonly number[], isErasing = false) => {
    preview.clear()
    if (tool === 'text' && !isErasing) {
      const grabbed = findText(marks, [points[0] ?? 0, points[1] ?? 0], unit)
      const moved = grabbed && dragText(grabbed, points, page)
      if (grabbed && moved) onOperation({ type: 'replace', id: grabbed.id, mark: moved })
      else openText([points.at(-3) ?? 0, points.at(-2) ?? 0])
      return
    }
    if (tool === 'eraser' || isErasing) {
      const ids = findMarks(marks, points, unit)
      if (ids.length > 0) onOperation({ type: 'erase', ids })
      return
    }
    const mark = createMark(points)
    if (mark) onOperation({ type: 'add', mark })
  }
  useStrokeInput({
    layer: surface,
    page,
    isEnabled: true,
    onDraw: preview.show,
    onEnd: place,
    onCancel: preview.clear,
  })
  const { cursor, cursorProps } = useMarkCursor({
    page,
    surface,
    drawsLines: tool === 'pen' || tool === 'highlighter',
    onPreview: points =>
      points ? preview.show({ points, predicted: [], isErasing: false }) : preview.clear(),
    onPlace: points => place(points),
  })
  const names = { number: format.number(page.index + 1), count: format.number(pageCount) }
  return (
    <>
      <div
        ref={surface}
        className={styles.surface}
        data-panning={isPanning}
        data-fingers={fingers}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys place marks at a cursor.
        tabIndex={0}
        aria-label={t(`surface.${tool}`, names)}
        data-over-text={tool === 'text' && isOverText}
        onPointerMove={event => {
          if (tool !== 'text') return
          const rect = event.currentTarget.getBoundingClientRect()
          const at = toPagePoint({ x: event.clientX, y: event.clientY }, rect, page)
          setIsOverText(findText(marks, at, unit) !== undefined)
        }}
        {...cursorProps}
      />
      {cursor && !textField && <Cursor at={toViewShare(cursor, page)} colour={markColours[colour]} />}
      {textField && (
        <TextMarkField
          {...textField}
          key={textField.id}
          label={t('textLabel')}
          onDone={isByKey => {
            textField.onDone()
            if (isByKey) surface.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

/** Focuses the page in the middle of the stage, so that keys place marks and Space moves the page. */
function useFocusOnChoice(pen: Pen, surface: RefObject<HTMLElement | null>): void {
  const needsFocus = useStore(pen, ({ needsFocus }) => needsFocus)
  useEffect(() => {
    if (!needsFocus || !pen.getState().needsFocus || !isCentral(surface.current)) return
    pen.setState({ needsFocus: false })
    surface.current?.focus({ preventScroll: true })
  }, [pen, needsFocus, surface])
}

/** Whether the middle of the stage is on the page, or on the gap below it. */
function isCentral(surface: HTMLElement | null): boolean {
  const stage = surface?.closest('section')
  if (!surface || !stage) return false
  const [page, box] = [surface.getBoundingClientRect(), stage.getBoundingClientRect()]
  const middle = Math.min(Math.max((box.top + box.bottom) / 2, box.top), box.top + stage.scrollHeight - 32)
  return page.top <= middle && page.bottom + 32 >= middle
}

function Cursor({ at: [across, down], colour }: { at: Point; colour: string }) {
  const element = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cursor moves.
  useEffect(() => {
    void element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }, [across, down])
  return (
    <span
      ref={element}
      className={styles.cursor}
      style={{ left: `${across * 100}%`, top: `${down * 100}%`, '--ink': colour } as CSSProperties}
      data-mark-cursor
      aria-hidden
    />
  )
}

type StrokePreviewOptions = Pick<MarkSurfaceProps, 'page' | 'marks' | 'canvases'> & {
  createMark: (points: readonly number[]) => Mark | undefined
  /** Returns the ID of the text that a stroke moves. */
  findMovedText: (points: readonly number[]) => number | undefined
  isEraser: boolean
}

/** Draws the current stroke at most once per frame. Fades the marks that are erased or moved. */
function useStrokePreview(options: StrokePreviewOptions) {
  const { page, marks, canvases, createMark, findMovedText, isEraser } = options
  const frame = useRef<number>(undefined)
  const latest = useRef<StrokeInput>(undefined)
  const touched = useRef<{ ids: Set<number>; searched: number }>({ ids: new Set(), searched: 0 })
  const unit = getMarkUnit(page.size)
  const { size } = page
  const scale = getCanvasScale(page)

  const drawFinished = (faded: ReadonlySet<number>) => {
    const context = prepareCanvas(canvases.finished.current, size, scale)
    if (!context) return
    drawMarks(context, faded.size === 0 ? marks : marks.filter(({ id }) => !faded.has(id)), size)
    context.filter = `opacity(${erasedOpacity})`
    for (const mark of marks) if (faded.has(mark.id)) drawMark(context, mark, unit)
    context.filter = 'none'
  }
  const drawFrame = useEffectEvent(() => {
    frame.current = undefined
    const input = latest.current
    if (!input) return
    if (isEraser || input.isErasing) {
      const { ids, searched } = touched.current
      const found = findMarks(marks, input.points, unit, searched)
      touched.current.searched = input.points.length
      const previousSize = ids.size
      for (const id of found) ids.add(id)
      if (ids.size > previousSize) drawFinished(ids)
      return
    }
    const moved = findMovedText(input.points)
    if (moved !== undefined && !touched.current.ids.has(moved)) {
      touched.current.ids.add(moved)
      drawFinished(touched.current.ids)
    }
    const mark = createMark([...input.points, ...input.predicted])
    const context = prepareCanvas(canvases.current.current, size, scale)
    if (mark && context) drawMark(context, mark, unit)
  })
  const show = (input: StrokeInput) => {
    latest.current = input
    frame.current ??= requestAnimationFrame(() => drawFrame())
  }
  const clear = () => {
    if (frame.current !== undefined) cancelAnimationFrame(frame.current)
    frame.current = undefined
    latest.current = undefined
    prepareCanvas(canvases.current.current, size, scale)
    if (touched.current.ids.size > 0) drawFinished(new Set())
    touched.current = { ids: new Set(), searched: 0 }
  }
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
    },
    [],
  )
  return { show, clear }
}
