import { expect, it } from 'vitest'
import { expectCpuBelow } from '../testing/cpuTime.ts'
import { fc } from '../testing/fastCheck.ts'
import { longTexts } from '../testing/longTexts.ts'
import { safeFileName, splitName } from './sanitizeName.ts'

it.each([
  ['Übung 1.pdf', 'Übung 1.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\temp\\a?.txt', 'C_temp_a_.txt'],
  ['homework\u202egpj.exe', 'homework_gpj.exe'],
  ['.htaccess', 'htaccess'],
  ['  name.txt . ', 'name.txt'],
  ['CON', '_CON'],
  ['com1.txt', '_com1.txt'],
  ['lpt¹', '_lpt¹'],
  ['CON .txt', '_CON .txt'],
  ['nul .tar.gz', '_nul .tar.gz'],
  ['CONIN$', '_CONIN$'],
  ['conout$.log', '_conout$.log'],
  ['console.txt', 'console.txt'],
  ['CONIN$x', 'CONIN$x'],
  [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
  [`${'a'.repeat(197)}. .b`, `${'a'.repeat(197)}.b`],
  [`${'a'.repeat(195)} .bcd.pdf`, `${'a'.repeat(195)}.pdf`],
  [`CON${' '.repeat(300)}x`, '_CON'],
  [`CON${' '.repeat(300)}x.pdf`, '_CON.pdf'],
  ['a<b>"c"|d*.txt', 'a_b_c_d_.txt'],
  ['...', 'file'],
  ['', 'file'],
  ['line\r\nSet-Cookie: a', 'line_Set-Cookie_ a'],
])('%j is saved as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

it('keeps the extension of a long name', () => {
  const safe = safeFileName(`${'ä'.repeat(400)}.jpeg`)
  expect(Array.from(safe)).toHaveLength(200)
  expect(safe).toMatch(/ä\.jpeg$/)
})

it('is safe for arbitrary strings', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), name => {
      const safe = safeFileName(name)
      expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]|^[.\s]|[.\s]$/u)
      expect(safe.length).toBeGreaterThan(0)
      expect(safeFileName(safe)).toBe(safe)
    }),
    { numRuns: 2000 },
  )
})

it.each(longTexts)('takes less than 3 s of CPU time for 120,000 characters of %s', async (_trick, text) => {
  await expectCpuBelow(3000, () => {
    expect(Array.from(safeFileName(`${text}x`)).length).toBeLessThanOrEqual(200)
    expect(splitName(text).end.length).toBeGreaterThan(0)
  })
})
