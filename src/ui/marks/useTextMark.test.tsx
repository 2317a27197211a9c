import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { applyOperation, createHistory, type IdentifiedMark, type MarkOperation } from './marks.ts'
import { useTextMark } from './useTextMark.ts'

const page = { size: { width: 600, height: 900 }, rotation: 0, index: 0, scale: 1 } as const
const placed = { page: 0, colour: 2, x: 100, y: 100, turn: 0 } as const
const text: IdentifiedMark = { id: 0, kind: 'text', text: 'see 1 a', ...placed }
const history = createHistory([{ type: 'add', mark: text }])

function openText(at: readonly [number, number]) {
  const onOperation = vi.fn((operation: MarkOperation) => applyOperation(history, operation))
  const onEditedChange = vi.fn()
  const { result } = renderHook(() =>
    useTextMark({ page, marks: [text], colour: 1, onOperation, onEditedChange }),
  )
  act(() => result.current.openText(at))
  const field = () => {
    const { textField } = result.current
    if (!textField) throw new Error('No text is open.')
    return textField
  }
  const end = (text: string) =>
    act(() => {
      field().onSave(text, undefined)
      field().onDone()
    })
  return { field, end, result, onOperation, onEditedChange }
}

it('changes the text at a point in its own colour, and hides its mark meanwhile', () => {
  const { field, end, result, onOperation, onEditedChange } = openText([110, 110])
  expect(field().initialText).toBe('see 1 a')
  expect(onEditedChange).toHaveBeenLastCalledWith(0)
  end('see 1 b')
  const mark = { kind: 'text', text: 'see 1 b', ...placed }
  expect(onOperation.mock.calls).toEqual([[{ type: 'replace', id: 0, mark }]])
  expect(result.current.textField).toBeUndefined()
  expect(onEditedChange).toHaveBeenLastCalledWith(undefined)
})

it('moves a text with the arrow keys', () => {
  const { field, end, onOperation } = openText([110, 110])
  for (let press = 0; press < 5; press += 1) act(() => field().onMove([1, 0], 'see 1 a'))
  end('see 1 a')
  expect(onOperation.mock.calls).toMatchObject([[{ type: 'replace', id: 0, mark: { x: 130, y: 100 } }]])
})

it('erases a text without words, and stores nothing for an unchanged one', () => {
  const { end, result, onOperation } = openText([110, 110])
  end('see 1 a')
  expect(onOperation).not.toHaveBeenCalled()
  act(() => result.current.openText([110, 110]))
  end(' ')
  expect(onOperation.mock.calls).toEqual([[{ type: 'erase', ids: [0] }]])
})

it('starts a new text elsewhere', () => {
  const { field, end, onOperation } = openText([300, 300])
  expect(field().initialText).toBe('')
  end('new')
  expect(onOperation.mock.calls).toMatchObject([[{ type: 'add', mark: { text: 'new', colour: 1 } }]])
})
