import type { ownHomework as english } from '../en/ownHomework.ts'
import type { Translated } from '../Messages.ts'

export const ownHomework: Translated<typeof english> = {
  status: 'Stand',
  nothing: 'Nichts abzugeben',
  seen: 'Gesehen {when}',
  seenNote: 'Gesehen heißt: „Ich habe es gesehen“ wurde angetippt. Die Lehrkraft kann das auch sehen.',
  toHandIn: 'Noch abzugeben',
  timeLeft: 'Abzugeben, noch {hours, plural, =0 {{minutes} Min.} other {# Std. {minutes} Min.}}',
  overdue: 'Noch abzugeben, überfällig',
  sending: 'Unterwegs',
  stuck: 'Noch nicht abgegeben. Zum Entscheiden öffnen.',
  handedIn: 'Abgegeben {when}',
  handedInLate: 'Abgegeben {when}, {late}',
  late: {
    minutes: '{count, number} Min. nach Termin',
    hours: '{count, number} Std. nach Termin',
    days: '{count, plural, one {1 Tag} other {# Tage}} nach Termin',
  },
  pointsOf: 'Korrigiert: <b>{points} von {maximum}</b>',
  points: 'Korrigiert: <b>{value, plural, one {1 Punkt} other {{points} Punkte}}</b>',
  feedback: 'Korrigiert, ohne Punkte',
  handIn: 'Abgeben',
  handInSaid: 'Abgeben: „{text}“',
  again: 'Erneut abgeben',
  againSaid: 'Erneut abgeben: „{text}“',
}
