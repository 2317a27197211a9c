import { describe, expect, it } from 'vitest'
import { foldText } from '../../../lib/foldText.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { findNamesakes, matchPupils } from './matchPupils.ts'

const names = [
  'Mika Sommer',
  'Sofie Braun',
  'Anna-Lena Müller',
  'Mika Sommer',
  'Sören Weiß',
  'Ali Özdemir',
  'Horn-Berg, Tom',
  'Noah van Dijk',
]
const pupils = names.map((name, index) => ({ id: index + 1, name }))
const match = (text: string) => matchPupils(pupils, text, 'en').map(({ name, id }) => `${name} ${id}`)

describe('matchPupils', () => {
  it.each([
    // Family names first.
    ['so', ['Mika Sommer 1', 'Mika Sommer 4', 'Sofie Braun 2', 'Sören Weiß 5']],
    ['SOM', ['Mika Sommer 1', 'Mika Sommer 4']],
    ['mik so', ['Mika Sommer 1', 'Mika Sommer 4']],
    ['muller', ['Anna-Lena Müller 3']],
    ['mueller', ['Anna-Lena Müller 3']],
    ['lena', ['Anna-Lena Müller 3']],
    ['weiss', ['Sören Weiß 5']],
    ['oez', ['Ali Özdemir 6']],
    ['ozd', ['Ali Özdemir 6']],
    ['berg', ['Horn-Berg, Tom 7']],
    ['horn-b', ['Horn-Berg, Tom 7']],
    ['dijk', ['Noah van Dijk 8']],
    ['ommer', []],
    ['so x', []],
  ])('finds %j', (text, found) => {
    expect(match(text)).toEqual(found)
  })

  it('returns all pupils by family name for an empty text', () => {
    expect(match(' ')).toHaveLength(names.length)
    expect(match('')[0]).toBe('Sofie Braun 2')
  })

  const anyName = fc.stringMatching(/^[A-Za-zÄÖÜäöüßéçñøł]{1,12} [A-Za-zÄÖÜäöüßéçñøł]{1,12}$/)

  it('finds each pupil by any beginning of each name, whatever the case', () => {
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (all, at, end) => {
        const list = all.map((name, id) => ({ id, name }))
        const wanted = list[at % list.length]
        if (!wanted) return
        for (const word of wanted.name.split(' ')) {
          const beginning = word.slice(0, 1 + (end % word.length))
          for (const typed of [beginning, beginning.toUpperCase(), foldText(beginning), ` ${beginning} `]) {
            expect(matchPupils(list, typed, 'de')).toContain(wanted)
          }
        }
        expect(matchPupils(list, wanted.name, 'de')).toContain(wanted)
      }),
    )
  })

  it('returns no pupil twice, and no other pupils for a longer text', () => {
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 30 }), fc.string({ maxLength: 6 }), (all, text) => {
        const list = all.map((name, id) => ({ id, name }))
        const found = matchPupils(list, text, 'en')
        expect(new Set(found).size).toBe(found.length)
        for (const pupil of matchPupils(list, `${text}a`, 'en')) expect(found).toContain(pupil)
      }),
    )
  })
})

it('finds pupils of the same name, whatever its case', () => {
  expect([...findNamesakes([...pupils, { id: 9, name: 'sofie braun ' }])]).toEqual([1, 4, 2, 9])
})
