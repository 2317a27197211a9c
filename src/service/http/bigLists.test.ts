import { describe, expect, it } from 'vitest'
import { createBigLists } from './streamRows.ts'

/** Creates a list that counts its generated pieces. */
function createList(pieces: number) {
  const progress = { pieceCount: 0, ended: false }
  async function* generate() {
    try {
      for (; progress.pieceCount < pieces; progress.pieceCount += 1) yield `${progress.pieceCount} `
    } finally {
      progress.ended = true
    }
  }
  return { progress, generate: generate() }
}

const createLists = (count: number, pieces = 20) => Array.from({ length: count }, () => createList(pieces))
const waitForIdle = () => new Promise(resolve => setTimeout(resolve, 20))

describe('long lists', () => {
  it('are generated two at a time, and each one completely', async () => {
    const lists = createBigLists()
    const fiveLists = createLists(5)
    const responses = fiveLists.map(({ generate }) => lists.streamResponse(generate))
    const texts = responses.map((response, index) => {
      const text = response.text()
      return text.then(() => index)
    })
    const first = await Promise.race(texts)
    // Each response begins before it is queued.
    expect(first).toBeLessThan(2)
    expect(fiveLists.slice(2).filter(({ progress }) => progress.pieceCount > 2).length).toBeLessThan(2)
    await Promise.all(texts)
    expect(fiveLists.map(({ progress }) => [progress.pieceCount, progress.ended])).toEqual(
      fiveLists.map(() => [20, true]),
    )
  })

  it('generate no pieces that are not read', async () => {
    const { progress, generate } = createList(20)
    const reader = createBigLists().streamResponse(generate).body?.getReader()
    await reader?.read()
    await waitForIdle()
    expect(progress.pieceCount).toBeLessThanOrEqual(1)
    await reader?.cancel()
    expect(progress.ended).toBe(true)
  })

  it('release their slot when their reader cancels, even while they wait', async () => {
    const lists = createBigLists()
    const [a, b, c, d] = createLists(4)
    const readers = [a, b, c].map(list => list && lists.streamResponse(list.generate).body?.getReader())
    for (const reader of readers) {
      await reader?.read()
      void reader?.read()
    }
    await waitForIdle()
    for (const reader of readers) void reader?.cancel()
    const text = await (d && lists.streamResponse(d.generate).text())
    expect(text?.split(' ')).toHaveLength(21)
    expect([a, b, c].map(list => list?.progress.ended)).toEqual([true, true, true])
  })

  it('release their slot during a slow read, and continue later', async () => {
    const lists = createBigLists()
    const [a, b, c] = createLists(3)
    const slow = [a, b].map(list => list && lists.streamResponse(list.generate).body?.getReader())
    for (const reader of slow) {
      await reader?.read()
      await reader?.read()
    }
    expect(await (c && lists.streamResponse(c.generate).text())).toContain('19')
    let text = ''
    for (let read = await slow[0]?.read(); read && !read.done; read = await slow[0]?.read()) {
      text += new TextDecoder().decode(read.value)
    }
    expect(text).toContain('19')
  })

  it('release their slot when they fail', async () => {
    const lists = createBigLists()
    for (let count = 0; count < 3; count += 1) {
      const failing = async function* () {
        yield 'a'
        throw new Error('the database is gone')
      }
      await expect(lists.streamResponse(failing()).text()).rejects.toThrow('gone')
    }
    expect(await lists.streamResponse(createList(20).generate).text()).toContain('19')
  })
})
