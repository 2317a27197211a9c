import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { task as german } from '../../../i18n/de/task.ts'
import { task as english } from '../../../i18n/en/task.ts'
import { createFormat } from '../../../i18n/formats.ts'
import { afterDue, dueSentence, momentOf } from './taskTimes.ts'

const timeZone = 'Europe/Berlin'
const wednesday = Date.parse('2026-11-18T09:12:00+01:00')
const telling = (language: 'en' | 'de', now = wednesday) => ({
  t: createTranslator({
    locale: language,
    messages: { task: language === 'de' ? (german as typeof english) : english },
    namespace: 'task',
  }),
  format: createFormat(language, timeZone),
  timeZone,
  now,
})

describe('when it is due', () => {
  it.each([
    ['2026-11-20 08:00:00', 'Due Fri 20 Nov, 08:00 · in 2 days'],
    ['2026-11-19 08:00:00', 'Due Thu 19 Nov, 08:00 · tomorrow'],
    ['2026-11-18 10:45:00', 'Due Wed 18 Nov, 10:45 · today'],
    ['2026-11-18 08:00:00', 'Was due Wed 18 Nov, 08:00 · today'],
    ['2026-11-17 16:00:00', 'Was due Tue 17 Nov, 16:00 · yesterday'],
    ['2026-11-16T16:00:00+01:00', 'Was due Mon 16 Nov, 16:00 · 2 days ago'],
    // Without a time the day counts until it is over.
    ['2026-11-18', 'Due Wed 18 Nov · today'],
    ['2026-11-17', 'Was due Tue 17 Nov · yesterday'],
    ['soon', 'The due date is not known.'],
  ])('%s is told as “%s”', (until, sentence) => {
    expect(dueSentence(until, telling('en'))).toBe(sentence)
  })

  it('is told in German, and in school time wherever the browser is', () => {
    expect(dueSentence('2026-11-20T02:00:00-05:00', telling('de'))).toBe(
      'Abgabe Fr. 20. Nov., 08:00 · in 2 Tagen',
    )
  })
})

describe('how long after due', () => {
  const due = '2026-11-16 16:00:00'
  it.each([
    ['2026-11-16T16:00:00+01:00', undefined],
    ['2026-11-16T16:00:20+01:00', '1 min after due'],
    ['2026-11-16T16:59:00+01:00', '59 min after due'],
    ['2026-11-16T18:02:00+01:00', '2 h after due'],
    ['2026-11-18T15:00:00+01:00', '47 h after due'],
    ['2026-11-19T16:00:00+01:00', '3 days after due'],
    ['never', undefined],
  ])('%s is told as %s', (submitted, words) => {
    expect(afterDue(submitted, due, telling('en'))).toBe(words)
  })

  it('is not told of a day without a time', () => {
    expect(afterDue('2026-11-16T18:02:00+01:00', '2026-11-16', telling('en'))).toBeUndefined()
  })
})

it('tells nothing of a moment that cannot be read', () => {
  expect(momentOf(null, telling('en'))).toBe('')
  expect(momentOf('yesterday', telling('en'))).toBe('')
  expect(momentOf('2026-11-16T18:02:00+01:00', telling('en'))).toBe('Mon 18:02')
})
