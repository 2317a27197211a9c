import { expect, it } from 'vitest'
import { chatLane } from '../../features/chats/composer/messageWrite.ts'
import { uploadLane } from '../../features/files/uploads/fileWrites.ts'
import { handInFileLane, handInLane } from '../../features/homework/task/handInWrite.ts'
import { correctionLane } from '../../outbox/returned.ts'
import { readLane } from './useWhatWasWritten.ts'

it('reads the lanes of homework', () => {
  expect(readLane(correctionLane(5, 17))).toEqual({ of: 'homework', todoId: 5, userId: 17 })
  expect(readLane(handInLane(5))).toEqual({ of: 'homework', todoId: 5, userId: undefined })
  expect(readLane(handInFileLane(5, 'a-file'))).toEqual({ of: 'homework', todoId: 5, userId: undefined })
})

it('reads the lanes of chats', () => {
  expect(readLane(chatLane(3))).toEqual({ of: 'chat', chatId: 3 })
})

it('reads the lanes of uploads', () => {
  expect(readLane(uploadLane(1, 'a-file'))).toEqual({ of: 'upload', courseId: 1 })
})

it.each(['chat/', 'chat/3/4', 'correction/5', 'correction/5/17/1', 'hand-in/', 'upload/1', ''])(
  'returns undefined for %s',
  lane => {
    expect(readLane(lane)).toBeUndefined()
  },
)
