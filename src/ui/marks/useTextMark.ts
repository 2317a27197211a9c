import { useEffect, useState } from 'react'
import { getMarkUnit, getTextSize, markColours, type Point, textSize } from './markShapes.ts'
import type { IdentifiedMark, Level, MarkHistory, MarkOperation } from './marks.ts'
import { type PageView, toViewShare } from './pagePoint.ts'
import {
  findText,
  getMaxLineWidth,
  getTextStart,
  moveOntoPage,
  type PlacedText,
  wrapText,
} from './textMarks.ts'
import { cursorStep, movePoint } from './useMarkCursor.ts'

type TextMarkOptions = {
  page: PageView
  marks: readonly IdentifiedMark[]
  /** Colour of new texts. */
  colour: Level
  /** Returns the marks after an operation, or undefined if it was refused. */
  onOperation: (operation: MarkOperation) => MarkHistory | undefined
  onEditedChange: (id: number | undefined) => void
}

/** `changed`: undefined for a new text. */
type OpenText = { id: string; at: Point; changed: PlacedText | undefined }

/** The last operation of a text that is being written. `id`: of its mark, undefined if the operation erased it. */
export type SavedText = { id: number | undefined; operation: MarkOperation }

/** The text that is being written or changed. */
export function useTextMark({ page, marks, colour, onOperation, onEditedChange }: TextMarkOptions) {
  const [open, setOpen] = useState<OpenText>()
  const [saved, setSaved] = useState<{ field: string; mark: number | undefined }>()
  const editedId = (saved?.field === open?.id ? saved?.mark : undefined) ?? open?.changed?.id
  useEffect(() => {
    onEditedChange(editedId)
    return () => onEditedChange(undefined)
  }, [editedId, onEditedChange])

  const unit = getMarkUnit(page.size)
  const fontSize = textSize * unit
  /** Lines are as long as the rest of the page. A changed text may also keep its width. */
  const getLayout = ({ at, changed }: OpenText, text: string) => {
    const upright = { size: page.size, rotation: changed?.turn ?? page.rotation }
    const ownWidth = changed ? getTextSize(changed, unit).width : 0
    const maxWidth = Math.max(getMaxLineWidth(at, upright), ownWidth)
    const lines = wrapText(text, maxWidth, fontSize)
    // A short text has room for the next letter and the cursor.
    const needed = lines === text ? getTextSize({ text: lines }, unit).width + fontSize : maxWidth
    const width = Math.min(needed, maxWidth)
    return { lines, width, start: moveOntoPage(at, lines, upright, width + fontSize / 8) }
  }
  /** Returns the operation that places or changes a text, or undefined if there is nothing to change. */
  const createOperation = (opened: OpenText, text: string): MarkOperation | undefined => {
    const { at, changed } = opened
    const { lines, start } = getLayout(opened, text.trim())
    const [x, y] = start
    if (!changed) {
      if (lines === '') return undefined
      const mark = { kind: 'text', page: page.index, colour, x, y, turn: page.rotation, text: lines } as const
      return { type: 'add', mark }
    }
    if (lines === '') return { type: 'erase', ids: [changed.id] }
    if (lines === changed.text && at[0] === changed.x && at[1] === changed.y) return undefined
    const { id, ...mark } = changed
    return { type: 'replace', id, mark: { ...mark, x, y, text: lines } }
  }
  /** All that is written in one field is one step of the history. */
  const apply = (operation: MarkOperation | undefined, previous: SavedText | undefined) => {
    if (JSON.stringify(operation) === JSON.stringify(previous?.operation)) return previous
    if (previous?.id !== undefined && operation && 'mark' in operation) {
      const history = onOperation({ type: 'amend', id: previous.id, mark: operation.mark })
      return history ? { id: history.marks.at(-1)?.id, operation } : previous
    }
    if (previous && !onOperation({ type: 'undo' })) return previous
    const history = operation && onOperation(operation)
    return history && { id: 'mark' in operation ? history.marks.at(-1)?.id : undefined, operation }
  }
  const getField = (opened: OpenText) => ({
    id: opened.id,
    colour: markColours[opened.changed?.colour ?? colour],
    fontSize: fontSize * page.scale,
    rotation: opened.changed ? page.rotation - opened.changed.turn : 0,
    initialText: opened.changed?.text ?? '',
    /** Returns the position within the shown page, the size in CSS pixels, and the number of lines. */
    getLayout(text: string) {
      const { lines, width, start } = getLayout(opened, text)
      return {
        at: toViewShare(start, page),
        width: width * page.scale,
        lineCount: lines.split('\n').length,
      }
    },
    onMove(direction: Point, text: string) {
      const { start } = getLayout(opened, text)
      setOpen({ ...opened, at: movePoint(start, direction, cursorStep, page) })
    },
    onSave(text: string, previous: SavedText | undefined) {
      const next = apply(createOperation(opened, text), previous)
      if (next !== previous) setSaved({ field: opened.id, mark: next?.id })
      return next
    },
    onDone: () => setOpen(undefined),
  })
  return {
    textField: open && getField(open),
    /** Opens the text at a point of the page, or a new one. */
    openText(point: Point) {
      const changed = findText(marks, point, unit)
      const at: Point = changed ? [changed.x, changed.y] : getTextStart(point, page)
      setOpen({ id: changed ? `text ${changed.id}` : at.join(), at, changed })
    },
  }
}
