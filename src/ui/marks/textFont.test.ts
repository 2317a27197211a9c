import { expect, it, vi } from 'vitest'
import { measureLine } from './textFont.ts'
import { getMaxLineWidth, moveOntoPage, wrapText } from './textMarks.ts'

// jsdom has no canvas. In this font capitals are as wide as high, and Helvetica is narrower.
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    getContext = () => ({
      font: '',
      measureText(line: string) {
        const size = Number(/(\d+(?:\.\d+)?)px/.exec(this.font)?.[1])
        const share = this.font.includes('Helvetica') ? 0.5 : 1
        return { width: [...line].length * share * size }
      },
    })
  },
)

const size = { width: 600, height: 900 }
const page = { size, rotation: 0 } as const

it('returns the width of the wider font', () => {
  expect(measureLine('MMMM', 20)).toBe(80)
})

it('wide letters stay on the page', () => {
  const width = getMaxLineWidth([120, 500], page)
  const wrapped = wrapText(`${'M'.repeat(60)} ${'WWW '.repeat(20)}`, width, 20.4)
  for (const line of wrapped.split('\n')) expect(120 + line.trimEnd().length * 20.4).toBeLessThanOrEqual(600)
  expect(wrapped.replaceAll(/\s/g, '')).toBe('M'.repeat(60) + 'W'.repeat(60))
  const [x] = moveOntoPage([500, 500], 'M'.repeat(10), page)
  expect(x + 10 * 20.4).toBeLessThanOrEqual(600)
})
