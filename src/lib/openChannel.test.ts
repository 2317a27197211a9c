import { afterEach, expect, it, vi } from 'vitest'
import { openChannel } from './openChannel.ts'

afterEach(() => vi.unstubAllGlobals())

it('openChannel returns undefined if BroadcastChannel is missing or refused', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(openChannel('a')).toBeUndefined()
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused)
  expect(openChannel('a')).toBeUndefined()
})

it('openChannel opens a channel with the given name', () => {
  const channel = openChannel('a')
  expect(channel?.name).toBe('a')
  channel?.close()
})
