import { useEffect, useState } from 'react'
import { getMarkUnit, markColours, type Point } from './markShapes.ts'
import type { IdentifiedMark, Level, MarkOperation } from './marks.ts'
import { type PageView, toViewShare } from './pagePoint.ts'
import { findText, getTextStart, moveOntoPage, moveText, type PlacedText, wrapText } from './textMarks.ts'
import { cursorStep, movePoint } from './useMarkCursor.ts'

type TextMarkOptions = {
  page: PageView
  marks: readonly IdentifiedMark[]
  /** Of a new text. */
  colour: Level
  onOperation: (operation: MarkOperation) => void
  onEditedChange: (id: number | undefined) => void
}

/** `changed`: undefined for a new text. */
type OpenText = { id: string; at: Point; changed: PlacedText | undefined }

/** The text that is being written or changed. */
export function useTextMark({ page, marks, colour, onOperation, onEditedChange }: TextMarkOptions) {
  const [open, setOpen] = useState<OpenText>()
  const changedId = open?.changed?.id
  useEffect(() => {
    onEditedChange(changedId)
    return () => onEditedChange(undefined)
  }, [changedId, onEditedChange])

  const add = (at: Point, text: string) => {
    const wrapped = wrapText(text, page)
    const [x, y] = moveOntoPage(at, wrapped, page)
    onOperation({
      type: 'add',
      mark: { kind: 'text', page: page.index, colour, x, y, turn: page.rotation, text: wrapped },
    })
  }
  const change = (at: Point, changed: PlacedText, text: string) => {
    const wrapped = wrapText(text, { size: page.size, rotation: changed.turn })
    const isMoved = at[0] !== changed.x || at[1] !== changed.y
    if (wrapped === '') onOperation({ type: 'erase', ids: [changed.id] })
    else if (isMoved || wrapped !== changed.text)
      onOperation({
        type: 'replace',
        id: changed.id,
        mark: moveText({ ...changed, text: wrapped }, at, page),
      })
  }
  const getField = ({ id, at, changed }: OpenText) => ({
    id,
    at: toViewShare(at, page),
    colour: markColours[changed?.colour ?? colour],
    rotation: changed ? page.rotation - changed.turn : 0,
    initialText: changed?.text ?? '',
    onMove: (direction: Point) => setOpen({ id, changed, at: movePoint(at, direction, cursorStep, page) }),
    onDone(text: string) {
      setOpen(undefined)
      if (changed) change(at, changed, text)
      else if (text.trim() !== '') add(at, text)
    },
  })
  return {
    textField: open && getField(open),
    /** Opens the text at a point of the page, or a new one. */
    openText(point: Point) {
      const changed = findText(marks, point, getMarkUnit(page.size))
      const at: Point = changed ? [changed.x, changed.y] : getTextStart(point, page)
      setOpen({ id: changed ? `text ${changed.id}` : at.join(), at, changed })
    },
  }
}
