import { afterEach, expect, it, vi } from 'vitest'
import {
  fingerMode,
  isErasing,
  isStylusNear,
  mayStartStroke,
  notePointer,
  releasePointer,
  setStroke,
} from './pointers.ts'

let time = 10_000
let lastId = 0
const pointer = (pointerType: 'pen' | 'touch' | 'mouse', isPrimary = true) => {
  lastId += 1
  return { pointerId: lastId, pointerType, isPrimary, timeStamp: time }
}

afterEach(() => {
  setStroke(undefined)
  fingerMode.setState('unknown', true)
  // A stylus of an earlier test is far away.
  time += 60_000
})

it('one finger draws, a second one cancels the stroke and does not draw', () => {
  const cancel = vi.fn(() => setStroke(undefined))
  const first = pointer('touch')
  expect(mayStartStroke(first)).toBe(true)
  setStroke(cancel)
  const second = pointer('touch', false)
  expect(mayStartStroke(second)).toBe(false)
  expect(cancel).toHaveBeenCalledOnce()
  releasePointer(first)
  releasePointer(second)
  expect(mayStartStroke(pointer('touch'))).toBe(true)
})

it('a stylus takes over from a hand that lies on the page', () => {
  const cancel = vi.fn(() => setStroke(undefined))
  const hand = pointer('touch')
  mayStartStroke(hand)
  setStroke(cancel)
  expect(mayStartStroke(pointer('pen'))).toBe(true)
  expect(cancel).toHaveBeenCalledOnce()
})

it('a hand does not draw within a second of a stylus, not even of one that only hovers', () => {
  notePointer(pointer('pen'))
  time += 900
  expect(isStylusNear({ timeStamp: time })).toBe(true)
  expect(mayStartStroke(pointer('touch'))).toBe(false)
  time += 200
  expect(mayStartStroke(pointer('touch'))).toBe(true)
})

it('a mouse draws unless another stroke is being drawn', () => {
  expect(mayStartStroke(pointer('mouse'))).toBe(true)
  setStroke(() => undefined)
  expect(mayStartStroke(pointer('mouse'))).toBe(false)
})

it('a finger that was never released blocks no later one', () => {
  mayStartStroke(pointer('touch'))
  expect(mayStartStroke(pointer('touch'))).toBe(true)
})

it('fingers do not draw once a stylus has drawn, until the user decides', () => {
  notePointer(pointer('pen'))
  expect(fingerMode.getState()).toBe('unknown')
  mayStartStroke(pointer('pen'))
  time += 3_000
  const hand = pointer('touch')
  expect(mayStartStroke(hand)).toBe(false)
  releasePointer(hand)
  expect(mayStartStroke(pointer('mouse'))).toBe(true)
  fingerMode.setState('draw', true)
  mayStartStroke(pointer('pen'))
  time += 3_000
  expect(mayStartStroke(pointer('touch'))).toBe(true)
})

it.each([
  ['the tip of a stylus', 'pen', 1, false],
  ['the barrel button', 'pen', 2, true],
  ['the eraser end', 'pen', 32, true],
  ['the right button of a mouse', 'mouse', 2, false],
])('knows whether %s erases', (_, pointerType, buttons, expected) => {
  expect(isErasing({ pointerType, buttons })).toBe(expected)
})
