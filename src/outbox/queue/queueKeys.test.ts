import { describe, expect } from 'vitest'
import type { submissions } from '../../contract/submissions.ts'
import { advanceTime, correctionInput, test, unverifiableWrite } from '../../testing/testOutbox.ts'
import type { WriteKind } from './Writes.ts'

describe('uploads of files for a message', () => {
  const serving: WriteKind<typeof submissions.correct> = {
    ...unverifiableWrite,
    name: 'serving',
    prepares: unverifiableWrite.name,
  }

  test('are removed with their cancelled message', async ({ browser }) => {
    const outbox = await browser.tab({ kinds: [serving, unverifiableWrite] })
    const entry = (text: string, group: string) => ({ input: correctionInput(5, text), lane: 'lane', group })
    browser.service.outcomes = ['refused']
    const ids = await outbox.writes.addAll([
      { kind: serving, entry: entry('a file', 'one') },
      { kind: unverifiableWrite, entry: entry('its message', 'one') },
      { kind: serving, entry: entry('another file', 'two') },
      { kind: unverifiableWrite, entry: entry('the next message', 'two') },
    ])
    await advanceTime(1000)
    expect(outbox.writes.list().map(({ state }) => state)).toEqual([
      'failed',
      'waiting',
      'waiting',
      'waiting',
    ])
    await outbox.writes.cancel(ids[1] ?? '')
    await advanceTime(1000)
    expect(browser.service.executed).toEqual(['5: another file', '5: the next message'])
    expect(outbox.writes.list().map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
