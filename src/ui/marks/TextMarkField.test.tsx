import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { applyOperation, emptyHistory, getPageMarks, type MarkOperation } from './marks.ts'
import { TextMarkField } from './TextMarkField.tsx'
import { useTextMark } from './useTextMark.ts'

const page = { index: 0, size: { width: 600, height: 900 }, scale: 1, rotation: 0 } as const

/** A page whose texts are written at one point. */
function createPage() {
  let history = emptyHistory
  const apply = (operation: MarkOperation) => {
    const next = applyOperation(history, operation)
    const hasChanged = next !== history
    history = next
    return hasChanged ? next : undefined
  }
  function TestPage() {
    const [marks, setMarks] = useState(getPageMarks(history, 0))
    const { textField, openText } = useTextMark({
      ...{ page, marks, colour: 1 },
      onOperation(operation) {
        const next = apply(operation)
        setMarks(getPageMarks(history, 0))
        return next
      },
      onEditedChange: () => undefined,
    })
    return (
      <>
        <button type="button" onClick={() => openText([110, 110])}>
          write
        </button>
        {textField && <TextMarkField {...textField} key={textField.id} label="text" />}
      </>
    )
  }
  return {
    TestPage,
    apply,
    read: () => getPageMarks(history, 0).map(mark => mark.kind === 'text' && mark.text),
  }
}

async function openField() {
  const { TestPage, ...opened } = createPage()
  const { unmount } = render(<TestPage />)
  const user = userEvent.setup()
  const open = () => user.click(screen.getByRole('button', { name: 'write' }))
  await open()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  return { ...opened, user, open, unmount }
}

it('a text is saved while it is typed, as one step of the history', async () => {
  const { user, read, apply } = await openField()
  await user.keyboard('see')
  await waitFor(() => expect(read()).toEqual(['see']))
  await user.keyboard(' 1 a')
  await waitFor(() => expect(read()).toEqual(['see 1 a']))
  expect(screen.getByRole('textbox')).toBeTruthy()
  await user.keyboard(' and b{Enter}')
  expect(read()).toEqual(['see 1 a and b'])
  expect(screen.queryByRole('textbox')).toBeNull()
  apply({ type: 'undo' })
  expect(read()).toEqual([])
  apply({ type: 'redo' })
  expect(read()).toEqual(['see 1 a and b'])
})

it('a text is saved when the page is closed and when the field is removed', async () => {
  const { user, read, unmount } = await openField()
  await user.keyboard('see')
  window.dispatchEvent(new Event('pagehide'))
  expect(read()).toEqual(['see'])
  await user.keyboard(' 2')
  unmount()
  expect(read()).toEqual(['see 2'])
})

it('a deleted text leaves no mark, and a changed one is restored in one step', async () => {
  const { user, read, apply, open } = await openField()
  await user.keyboard('see')
  await waitFor(() => expect(read()).toEqual(['see']))
  await user.clear(screen.getByRole('textbox'))
  await user.keyboard('{Enter}')
  expect(read()).toEqual([])
  await open()
  await user.keyboard('1 a{Enter}')
  expect(read()).toEqual(['1 a'])
  await open()
  await user.keyboard('{End} and b')
  await waitFor(() => expect(read()).toEqual(['1 a and b']))
  await user.clear(screen.getByRole('textbox'))
  await user.keyboard('{Escape}')
  expect(read()).toEqual([])
  apply({ type: 'undo' })
  expect(read()).toEqual(['1 a'])
})
