import { describe, expect, it } from 'vitest'
import { createFingerprint, type FileFingerprint, isUploaded } from './fileFingerprint.ts'

const file = (sha1: string, size = 3, name = 'notes.pdf'): FileFingerprint => ({ name, size, sha1 })

describe('isUploaded', () => {
  it.each<[string, FileFingerprint, FileFingerprint[], FileFingerprint[] | undefined, boolean | undefined]>([
    ['no file', file('aa'), [], undefined, false],
    ['a file with the same bytes', file('aa'), [file('AA')], undefined, true],
    ['another file of the same name', file('aa'), [file('bb')], undefined, false],
    ['a file of another size', file('aa'), [file('', 4)], undefined, false],
    ['a file without checksum', file('aa'), [file('')], undefined, undefined],
    ['a new file without checksum', file('aa'), [file('')], [], true],
    ['only the earlier file without checksum', file('aa'), [file('')], [file('')], false],
    ['no local checksum', file(''), [file('bb')], undefined, undefined],
    ['no local checksum, but a new file', file(''), [file('bb')], [], true],
    ['decomposed name', file('aa', 3, 'ü.pdf'), [file('aa', 3, 'u\u0308.pdf')], undefined, true],
  ])('%s', (_what, local, remote, before, uploaded) => {
    expect(isUploaded(local, remote, before)).toBe(uploaded)
  })
})

describe('createFingerprint', () => {
  it('returns name, size and SHA-1 in hex', async () => {
    expect(await createFingerprint(new File(['abc'], 'a.txt'))).toEqual({
      name: 'a.txt',
      size: 3,
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
    })
  })
})
