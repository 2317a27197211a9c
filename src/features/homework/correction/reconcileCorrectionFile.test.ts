import { describe, expect, it } from 'vitest'
import { type FilePrint, printOf, reconcileCorrectionFile } from './uploadWrite.ts'

const file = (sha1: string, size = 3, name = 'notes.pdf'): FilePrint => ({ name, size, sha1 })
const seen = (ours: FilePrint, ...there: FilePrint[]) => ({ ours, there })
const ours = file('aa')

describe('reconcileCorrectionFile', () => {
  it.each([
    ['no file', undefined, seen(ours), 'send'],
    ['a file with the same bytes', undefined, seen(ours, file('AA')), 'done'],
    ['another file of the same name', undefined, seen(ours, file('bb')), 'send'],
    ['a file of another size', undefined, seen(ours, file('', 4)), 'send'],
    ['an earlier file without checksum', undefined, seen(ours, file('')), 'send'],
    ['lost response, stored', seen(ours), seen(ours, file('aa')), 'done'],
    ['lost response, not stored', seen(ours), seen(ours), 'send'],
    ['lost response, stored without checksum', seen(ours), seen(ours, file('')), 'done'],
    ['lost response, only the earlier file', seen(ours, file('')), seen(ours, file('')), 'send'],
    ['lost response, another file of the same name', seen(ours), seen(ours, file('bb')), 'send'],
    ['no local checksum', seen(file('')), seen(file(''), file('bb')), 'done'],
    [
      'decomposed name',
      seen(file('aa', 3, 'ü.pdf')),
      seen(file('aa', 3, 'ü.pdf'), file('aa', 3, 'u\u0308.pdf')),
      'done',
    ],
  ] as const)('%s', (_what, before, now, verdict) => {
    expect(reconcileCorrectionFile({ before, now: { ...now, there: [...now.there] } })).toBe(verdict)
  })
})

describe('printOf', () => {
  it('returns name, size and SHA-1 in hex', async () => {
    expect(await printOf(new File(['abc'], 'a.txt'))).toEqual({
      name: 'a.txt',
      size: 3,
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
    })
  })
})
