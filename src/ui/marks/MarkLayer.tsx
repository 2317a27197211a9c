import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { drawMarks } from './drawMarks.ts'
import styles from './MarkLayer.module.css'
import { MarkSurface } from './MarkSurface.tsx'
import { type CanvasScale, getCanvasScale, prepareCanvas } from './markCanvas.ts'
import type { IdentifiedMark, MarkHistory, MarkOperation } from './marks.ts'
import type { PageView } from './pagePoint.ts'
import type { Pen } from './penSettings.ts'

type MarkLayerProps = {
  page: PageView
  pageCount: number
  marks: readonly IdentifiedMark[]
  pen: Pen
  /** Undefined if the user can't mark the page. */
  onOperation: ((operation: MarkOperation) => MarkHistory | undefined) | undefined
  /** Describes the marks. */
  label: string
}

/** Marks of one page, above it. Finished marks have their own canvas, so that a stroke redraws only itself. */
export function MarkLayer({ page, pageCount, marks, pen, onOperation, label }: MarkLayerProps) {
  const finished = useRef<HTMLCanvasElement>(null)
  const current = useRef<HTMLCanvasElement>(null)
  const isHidden = useStore(pen, ({ isHidden }) => isHidden)
  const tool = useStore(pen, ({ tool }) => tool)
  const { size, scale, rotation } = page
  const canvasScale = getCanvasScale(page)
  // The field of a text that is being changed shows it instead.
  const [editedId, setEditedId] = useState<number>()
  const drawnMarks = useMemo(
    () => (editedId === undefined ? marks : marks.filter(({ id }) => id !== editedId)),
    [marks, editedId],
  )
  useFinishedMarks(finished, drawnMarks, size, canvasScale)
  return (
    <>
      <div
        className={styles.marks}
        style={{ width: size.width * scale, height: size.height * scale, rotate: `${rotation}deg` }}
        hidden={isHidden}
      >
        <canvas ref={finished} role="img" aria-label={label} hidden={marks.length === 0} />
        <canvas ref={current} aria-hidden />
      </div>
      {tool && onOperation && !isHidden && (
        <MarkSurface
          {...{ page, pageCount, marks, pen, tool, onOperation }}
          onEditedChange={setEditedId}
          canvases={{ finished, current }}
        />
      )}
    </>
  )
}

function useFinishedMarks(
  canvas: { current: HTMLCanvasElement | null },
  marks: readonly IdentifiedMark[],
  size: PageView['size'],
  canvasScale: CanvasScale,
): void {
  const drawn = useRef<{ marks: readonly IdentifiedMark[]; size: PageView['size']; scale: CanvasScale }>(
    undefined,
  )
  useLayoutEffect(() => {
    const previous = drawn.current
    drawn.current = { marks, size, scale: canvasScale }
    const isSameCanvas = previous?.size === size && previous.scale === canvasScale
    // The usual change is one more mark. Redrawing thousands of others would take longer than a frame.
    if (isSameCanvas && previous.marks.every((mark, index) => mark === marks[index])) {
      const context = canvas.current?.getContext('2d')
      if (context && previous.marks.length > 0)
        return drawMarks(context, marks.slice(previous.marks.length), size)
    }
    const context = prepareCanvas(canvas.current, size, canvasScale)
    if (context) drawMarks(context, marks, size)
  }, [canvas, marks, size, canvasScale])
}
