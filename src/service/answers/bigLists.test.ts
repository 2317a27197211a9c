import { describe, expect, it } from 'vitest'
import { createBigLists } from './streamRows.ts'

/** A list whose pieces are counted as they are made. */
function list(pieces: number) {
  const seen = { made: 0, ended: false }
  async function* make() {
    try {
      for (; seen.made < pieces; seen.made += 1) yield `${seen.made} `
    } finally {
      seen.ended = true
    }
  }
  return { seen, make: make() }
}

const some = (count: number, pieces = 20) => Array.from({ length: count }, () => list(pieces))
const settled = () => new Promise(resolve => setTimeout(resolve, 20))

describe('long lists', () => {
  it('are made two at a time, and each comes whole', async () => {
    const lists = createBigLists()
    const five = some(5)
    const answers = five.map(({ make }) => lists.answer(make))
    const texts = answers.map((answer, at) => {
      const text = answer.text()
      return text.then(() => at)
    })
    const first = await Promise.race(texts)
    // Of those that wait for a place, only the piece is made that any answer begins with.
    expect(first).toBeLessThan(2)
    expect(five.slice(2).filter(({ seen }) => seen.made > 2).length).toBeLessThan(2)
    await Promise.all(texts)
    expect(five.map(({ seen }) => [seen.made, seen.ended])).toEqual(five.map(() => [20, true]))
  })

  it('make nothing that nobody reads', async () => {
    const { seen, make } = list(20)
    const reader = createBigLists().answer(make).body?.getReader()
    await reader?.read()
    await settled()
    expect(seen.made).toBeLessThanOrEqual(1)
    await reader?.cancel()
    expect(seen.ended).toBe(true)
  })

  it('give their place away when their reader goes, while it waits too', async () => {
    const lists = createBigLists()
    const [a, b, c, d] = some(4)
    const readers = [a, b, c].map(each => each && lists.answer(each.make).body?.getReader())
    for (const reader of readers) {
      await reader?.read()
      void reader?.read()
    }
    await settled()
    for (const reader of readers) void reader?.cancel()
    const text = await (d && lists.answer(d.make).text())
    expect(text?.split(' ')).toHaveLength(21)
    expect([a, b, c].map(each => each?.seen.ended)).toEqual([true, true, true])
  })

  it('give their place away when their reader is slow, and go on when there is another', async () => {
    const lists = createBigLists()
    const [a, b, c] = some(3)
    const slow = [a, b].map(each => each && lists.answer(each.make).body?.getReader())
    for (const reader of slow) {
      await reader?.read()
      await reader?.read()
    }
    expect(await (c && lists.answer(c.make).text())).toContain('19')
    let rest = ''
    for (let read = await slow[0]?.read(); read && !read.done; read = await slow[0]?.read()) {
      rest += new TextDecoder().decode(read.value)
    }
    expect(rest).toContain('19')
  })

  it('give their place away when they fail', async () => {
    const lists = createBigLists()
    for (let each = 0; each < 3; each += 1) {
      const failing = async function* () {
        yield 'a'
        throw new Error('the database is gone')
      }
      await expect(lists.answer(failing()).text()).rejects.toThrow('gone')
    }
    expect(await lists.answer(list(20).make).text()).toContain('19')
  })
})
