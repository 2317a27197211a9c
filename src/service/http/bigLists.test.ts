import { describe, expect, it } from 'vitest'
import { createBigLists } from './streamRows.ts'

/** Creates a list that counts its generated pieces. */
function createList(pieces: number) {
  const progress = { made: 0, ended: false }
  async function* make() {
    try {
      for (; progress.made < pieces; progress.made += 1) yield `${progress.made} `
    } finally {
      progress.ended = true
    }
  }
  return { progress, make: make() }
}

const createLists = (count: number, pieces = 20) => Array.from({ length: count }, () => createList(pieces))
const waitForIdle = () => new Promise(resolve => setTimeout(resolve, 20))

describe('long lists', () => {
  it('are generated two at a time, and each one completely', async () => {
    const lists = createBigLists()
    const fiveLists = createLists(5)
    const responses = fiveLists.map(({ make }) => lists.streamResponse(make))
    const texts = responses.map((response, index) => {
      const text = response.text()
      return text.then(() => index)
    })
    const first = await Promise.race(texts)
    // Each response begins before it is queued.
    expect(first).toBeLessThan(2)
    expect(fiveLists.slice(2).filter(({ progress }) => progress.made > 2).length).toBeLessThan(2)
    await Promise.all(texts)
    expect(fiveLists.map(({ progress }) => [progress.made, progress.ended])).toEqual(
      fiveLists.map(() => [20, true]),
    )
  })

  it('generate no pieces that are not read', async () => {
    const { progress, make } = createList(20)
    const reader = createBigLists().streamResponse(make).body?.getReader()
    await reader?.read()
    await waitForIdle()
    expect(progress.made).toBeLessThanOrEqual(1)
    await reader?.cancel()
    expect(progress.ended).toBe(true)
  })

  it('release their slot when their reader cancels, even while they wait', async () => {
    const lists = createBigLists()
    const [a, b, c, d] = createLists(4)
    const readers = [a, b, c].map(list => list && lists.streamResponse(list.make).body?.getReader())
    for (const reader of readers) {
      await reader?.read()
      void reader?.read()
    }
    await waitForIdle()
    for (const reader of readers) void reader?.cancel()
    const text = await (d && lists.streamResponse(d.make).text())
    expect(text?.split(' ')).toHaveLength(21)
    expect([a, b, c].map(list => list?.progress.ended)).toEqual([true, true, true])
  })

  it('release their slot during a slow read, and continue later', async () => {
    const lists = createBigLists()
    const [a, b, c] = createLists(3)
    const slow = [a, b].map(list => list && lists.streamResponse(list.make).body?.getReader())
    for (const reader of slow) {
      await reader?.read()
      await reader?.read()
    }
    expect(await (c && lists.streamResponse(c.make).text())).toContain('19')
    let others = ''
    for (let read = await slow[0]?.read(); read && !read.done; read = await slow[0]?.read()) {
      others += new TextDecoder().decode(read.value)
    }
    expect(others).toContain('19')
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
    expect(await lists.streamResponse(createList(20).make).text()).toContain('19')
  })
})
