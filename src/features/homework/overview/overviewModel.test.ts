import { describe, expect, it } from 'vitest'
import { SubmissionEntry } from '../../../contract/submissions.ts'
import { expectLinear } from '../../../testing/cpuTime.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { sampleSubmissionEntry } from '../../../testing/samples.ts'
import { createOverviewCsv } from './Overview.tsx'
import { createOverviewModel } from './overviewModel.ts'

type Fields = Partial<SubmissionEntry['submission']>

const pupil = (name: string, fields: Fields = {}): SubmissionEntry => {
  const nothing = {
    acknowledged_at: null,
    is_acknowledged: false,
    comment: null,
    submitted_at: null,
    is_submitted: false,
    teacher_correction: null,
    points: null,
    corrected_at: null,
    corrected_by_user_id: null,
    is_corrected: false,
    is_uncorrected: true,
  }
  const { user, submission } = SubmissionEntry.parse(sampleSubmissionEntry)
  return { user: { ...user, id: name.length, name }, submission: { ...submission, ...nothing, ...fields } }
}
const handedIn = (time: string): Fields => ({
  acknowledged_at: time,
  is_acknowledged: true,
  submitted_at: time,
  is_submitted: true,
})
const corrected = (points: number | null, text = ''): Fields => ({
  is_corrected: true,
  is_uncorrected: false,
  corrected_at: '2026-11-17T10:00:00+01:00',
  teacher_correction: text,
  points,
})

const homework = { until_datetime: '2026-11-16 16:00:00', points: 15 }
const berlin = { timeZone: 'Europe/Berlin', language: 'en' }
const modelOf = (...entries: SubmissionEntry[]) => createOverviewModel(homework, entries, new Map(), berlin)

describe('the overview of a class', () => {
  it('is empty without pupils', () => {
    const model = modelOf()
    expect(model).toMatchObject({ mean: undefined, median: undefined })
    expect(model.counts.of).toBe(0)
    expect(model.rows).toEqual([])
  })

  it('counts pupils per state, and lists missing ones', () => {
    const model = modelOf(
      pupil('Zoë'),
      pupil('Ägidius', { is_acknowledged: true }),
      pupil('Mika', handedIn('2026-11-16T15:00:00+01:00')),
      pupil('Ben'),
    )
    expect(model.counts).toEqual({ missing: 3, toCorrect: 1, corrected: 0, notSeen: 2, of: 4 })
    const missing = model.rows.filter(({ state }) => state === 'missing')
    expect(missing.map(({ name }) => name)).toEqual(['Ägidius', 'Ben', 'Zoë'])
  })

  it('has mean and median of points given', () => {
    const model = modelOf(
      pupil('a', corrected(0)),
      pupil('b', corrected(10)),
      pupil('c', corrected(14)),
      pupil('d', corrected(12.5)),
      pupil('e', corrected(null, 'See me.')),
      // Points of a correction that is not returned do not count.
      pupil('f', { points: 3 }),
    )
    expect(model.counts.corrected).toBe(5)
    expect(model).toMatchObject({ withPoints: 4, withoutPoints: 1, mean: 9.125, median: 11.25 })
  })

  it('is finite for any points', () => {
    const points = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 1e308, Number.MAX_VALUE, Number.MIN_VALUE),
    )
    fc.assert(
      fc.property(fc.array(points, { minLength: 1 }), fc.option(points), (given, maximum) => {
        const entries = given.map((value, at) => pupil(`p${at}`, corrected(value)))
        const { mean, median, bins } = createOverviewModel(
          { ...homework, points: maximum },
          entries,
          new Map(),
          berlin,
        )
        const low = Math.min(...given) * (1 - 1e-9)
        const high = Math.max(...given) * (1 + 1e-9)
        for (const value of [mean, median]) {
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(high)
          expect(value).toBeLessThan(Number.POSITIVE_INFINITY)
        }
        expect(bins.bins.flatMap(({ from, to }) => [from, to]).every(Number.isFinite)).toBe(true)
        expect(bins.bins.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
      }),
    )
  })

  it('counts queued corrections, and not failed ones', () => {
    const entries = [
      pupil('a', handedIn('2026-11-16T15:00:00+01:00')),
      pupil('bb', handedIn('2026-11-16T15:00:00+01:00')),
      pupil('ccc', corrected(3)),
    ]
    const states = new Map([
      [1, 'sending' as const],
      [2, 'failed' as const],
    ])
    const model = createOverviewModel(homework, entries, states, berlin)
    expect(model.withoutPoints).toBe(0)
    expect(model.counts).toEqual({ missing: 0, toCorrect: 1, corrected: 2, notSeen: 0, of: 3 })
  })

  it('rounds minutes late up', () => {
    const minutes = (time: string) => modelOf(pupil('a', handedIn(time))).rows[0]?.minutesAfterDue
    expect(minutes('2026-11-16T16:00:00+01:00')).toBe(0)
    expect(minutes('2026-11-16T10:00:00-05:00')).toBe(0)
    expect(minutes('2026-11-16T15:00:01Z')).toBe(1)
    expect(minutes('2026-11-16 18:00:00')).toBe(120)
    expect(modelOf(pupil('a')).rows[0]?.minutesAfterDue).toBeUndefined()
  })

  it('counts work as late after the day of homework without a time', () => {
    const dayOnly = { ...homework, until_datetime: '2026-11-16 00:00:00' }
    const minutes = (time: string) =>
      createOverviewModel(dayOnly, [pupil('a', handedIn(time))], new Map(), berlin).rows[0]?.minutesAfterDue
    expect(minutes('2026-11-16T18:00:00+01:00')).toBe(0)
    expect(minutes('2026-11-17T00:05:00+01:00')).toBe(5)
  })

  it('takes linear time for 1,000 pupils', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => pupil(`Pupil ${index}`, corrected(index % 16)))
    expect(modelOf(...many(1000)).bins.bins.map(bin => bin.count)).toContain(63)
    await expectLinear(count => {
      const pupils = many(count)
      return () => modelOf(...pupils)
    }, 1000)
  })
})

describe('the CSV file of the overview', () => {
  const headings = [
    'Name',
    'State',
    'Seen',
    'Handed in',
    'Min',
    'Marked',
    'Points',
    'Of',
    'Feedback',
  ] as const
  const csvOptions = { ...berlin, formatState: (state: string) => state }
  const mika = pupil('Mika, "M" Sommer', {
    ...handedIn('2026-11-16T18:00:30+01:00'),
    ...corrected(12.5, 'Well\ndone'),
  })

  it('has one line per pupil, in school time', () => {
    const lines = createOverviewCsv(modelOf(mika, pupil('=cmd()')), headings, csvOptions).split('\r\n')
    expect(lines).toEqual([
      '\uFEFF"Name","State","Seen","Handed in","Min","Marked","Points","Of","Feedback"',
      `"'=cmd()","missing",,,,,,,`,
      '"Mika, ""M"" Sommer","corrected","2026-11-16 18:00","2026-11-16 18:00",121,"2026-11-17 10:00",12.5,15,"Well\ndone"',
      '',
    ])
  })

  it('has German separators and decimal commas', () => {
    const german = createOverviewCsv(modelOf(mika), headings, { ...csvOptions, language: 'de' })
    expect(german).toContain(';12,5;15;"Well\ndone"\r\n')
  })
})
