import { expect, it } from 'vitest'
import { correctionLane } from '../../features/homework/correction/correctionWrite.ts'
import { handInFileLane, handInLane } from '../../features/homework/task/handInWrite.ts'
import { readLane } from './readLane.ts'

it('reads the lanes of homework', () => {
  expect(readLane(correctionLane(5, 17))).toEqual({ todoId: 5, userId: 17 })
  expect(readLane(handInLane(5))).toEqual({ todoId: 5, userId: undefined })
  expect(readLane(handInFileLane(5, 'a-file'))).toEqual({ todoId: 5, userId: undefined })
})

it.each(['chat/3', 'correction/5', 'correction/5/17/1', 'hand-in/', ''])('knows nothing of %s', lane => {
  expect(readLane(lane)).toBeUndefined()
})
