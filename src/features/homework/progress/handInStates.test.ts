import { expect, it } from 'vitest'
import type { WriteState } from '../../../outbox/queue/Writes.ts'
import { getPendingHandIns, handInFileLane, handInLane } from './handInStates.ts'

const handIn = (state: WriteState) => ({ lane: handInLane(7), state })
const file = (id: string, state: WriteState) => ({ lane: handInFileLane(7, id), state })

it.each([
  ['the hand-in', [handIn('sending'), file('a', 'done')], { state: 'sending', lateFiles: 0 }],
  ['a file of it', [handIn('waiting'), file('a', 'sending')], { state: 'sending', lateFiles: 0 }],
  ['a file after it', [handIn('done'), file('a', 'sending')], { state: 'sending', lateFiles: 1 }],
  ['a refused file after it', [file('a', 'failed'), file('b', 'waiting')], { state: 'stuck', lateFiles: 2 }],
  ['nothing', [handIn('done'), file('a', 'done'), { lane: 'chat/7', state: 'waiting' }], undefined],
] as const)('counts %s as unsent', (_, writes, expected) => {
  expect(getPendingHandIns(writes).get(7)).toEqual(expected)
})
