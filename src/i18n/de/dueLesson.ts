import type { dueLesson as english } from '../en/dueLesson.ts'
import type { Translated } from '../Messages.ts'

export const dueLesson: Translated<typeof english> = {
  cancelled: 'Am {day} entfällt {subject}.',
  cancelledNoName: 'Am {day} entfällt die Stunde.',
  noSchool: 'Am {day} ist kein Unterricht.',
  move: 'Auf {day}, {hour} verschieben',
  moveTime: 'Auf {day}, {time} Uhr verschieben',
  hour: '{count, plural, one {{first, number}. Stunde} other {{first, number}.–{last, number}. Stunde}}',
  moving: 'Der Termin wird verschoben …',
  otherDay: 'Anderen Tag wählen',
  moved: 'Jetzt fällig: {day}',
  moveBack: 'Zurück auf {day}',
  movedBack: 'Wieder fällig: {day}',
  movedTask: '„{text}“ ist jetzt fällig: {day}',
  changed: 'Jemand anderes hat den Termin inzwischen geändert.',
  failed: 'Der Termin wurde nicht verschoben. {reason}',
  uncertain: 'Es kam keine Antwort. Ob der Termin verschoben wurde, ist unklar.',
}
