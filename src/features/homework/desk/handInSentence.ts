import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import type { AfterDue, HandInFacts } from './handInFacts.ts'

type Telling = { t: T<'desk'>; format: Format; timeZone: string; now: number }

/** The facts of a hand-in as a sentence: `Handed in Mon 16 Nov, 18:02 · 2 h after due`. */
export function handInSentence(facts: HandInFacts, { t, format, timeZone, now }: Telling): string {
  switch (facts.kind) {
    case 'handedIn': {
      if (facts.at === undefined) return t('facts.handedInSometime')
      const day = format.day(dayOf(facts.at, timeZone))
      const handedIn = t('facts.handedIn', { day, time: format.time(facts.at) })
      return facts.after ? `${handedIn} · ${afterSentence(facts.after, t)}` : handedIn
    }
    case 'seen':
      return facts.at === undefined
        ? t('facts.seenSometime')
        : t('facts.seen', { when: format.moment(facts.at, now) })
    case 'notHandedIn':
      return t('facts.notHandedIn')
    case 'notSeen':
      return t('facts.notSeen')
  }
}

function afterSentence({ unit, count }: AfterDue, t: T<'desk'>): string {
  switch (unit) {
    case 'minutes':
      return t('facts.afterMinutes', { count })
    case 'hours':
      return t('facts.afterHours', { count })
    case 'days':
      return t('facts.afterDays', { count })
  }
}
