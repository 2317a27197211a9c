import type { pupils as english } from '../en/pupils.ts'
import type { Translated } from '../Messages.ts'

export const pupils: Translated<typeof english> = {
  title: {
    toCorrect: '<b>{count} zu korrigieren</b> von {all}',
    corrected: '<b>{count} korrigiert</b> von {all}',
    missing: '<b>{count} ohne Abgabe</b> von {all}',
  },
  label: {
    toCorrect: '{count} zu korrigieren',
    corrected: '{count} korrigiert',
    missing: '{count} ohne Abgabe',
  },
  list: 'Schülerinnen und Schüler',
  none: 'Niemand mehr.',
  failed: 'Die Namen ließen sich nicht laden.',
  loading: 'Die Namen werden geladen',
  seenAt: 'gesehen {time}',
  seen: 'gesehen',
  points: '{count, plural, one {1 Punkt} other {{shown} Punkte}}',
  pointsOf: '{points} von {maximum}',
  write: '{count, plural, one {Nachricht schreiben} other {Diesen # schreiben}}',
  chatName: '{subject}: {task}',
  firstSentence: {
    missing: {
      past: 'Die Abgabe zu „{task}“ fehlt noch. Sie war am {day} fällig.',
      coming: 'Die Abgabe zu „{task}“ ist noch nicht da. Sie ist am {day} fällig.',
      unknown: 'Die Abgabe zu „{task}“ fehlt noch.',
    },
    about: 'Zur Hausaufgabe „{task}“: ',
  },
  remindedHere: 'Erinnert {time}. Das merkt sich nur dieses Gerät.',
}
