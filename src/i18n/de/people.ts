import type { people as english } from '../en/people.ts'
import type { Translated } from '../Messages.ts'

export const people: Translated<typeof english> = {
  label: 'Personen hinzufügen',
  byNumber: 'Person Nr. {id}',
  number: 'über die ID',
  list: 'Personen',
  none: 'Niemand passt zu „{text}“. Nicht dabei? Dann die ID der Person eingeben.',
  nobody: 'Sonst steht hier niemand. Weitere Personen über ihre ID hinzufügen.',
  already: '{name} hat schon Zugriff.',
  alreadyInChat: '{name} ist schon in diesem Chat.',
  chosen: 'Wird hinzugefügt',
  takeOut: '{name} nicht hinzufügen',
  found: '{count, plural, =0 {Niemand gefunden} one {1 Person gefunden} other {# Personen gefunden}}',
  alreadyInClass: '{name} ist schon dabei: {named}.',
  classPeople: '{named}, {count, plural, one {1 Person} other {# Personen}}',
  classRoles:
    '{pupils, plural, one {1 Schüler/in} other {# Schülerinnen und Schüler}}, {teachers, plural, one {1 Lehrkraft} other {# Lehrkräfte}}',
  people: '{count, plural, one {1 Person} other {# Personen}}',
  classLoading: 'wird geladen',
}
