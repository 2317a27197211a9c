import type { moveFiles as english } from '../en/moveFiles.ts'
import type { Translated } from '../Messages.ts'

export const moveFiles: Translated<typeof english> = {
  title: '„{name}“ verschieben nach …',
  titleEntries: '{count, plural, one {1 Eintrag} other {# Einträge}} verschieben nach …',
  choose: 'Bitte einen anderen Ordner wählen.',
  readOnly: 'In diesem Ordner fehlt das Recht zum Hinzufügen.',
  moveHere: 'Hierher verschieben',
  tooDeep: '„{name}“ lässt sich nicht in sich selbst verschieben.',
  kept: '{count, plural, one {1 Eintrag bleibt: Das Recht zum Verschieben fehlt.} other {# Einträge bleiben: Das Recht zum Verschieben fehlt.}}',
  nameTaken: 'Im Ordner gibt es schon einen Eintrag mit diesem Namen.',
  name: {
    label: 'Neuer Name für „{name}“',
    tooLong: 'Ein Name hat höchstens {max} Zeichen.',
    characters: 'Ein Name darf keine Schrägstriche enthalten, nicht „.“ oder „..“ und nicht unsichtbar sein.',
    taken: 'In diesem Ordner gibt es „{name}“ schon.',
  },
  cut: 'Ausgeschnitten: {names}. Zum Verschieben einen anderen Ordner öffnen und dort einfügen.',
  pasteHere: 'Hier einfügen',
  and: '{name} und {count, plural, one {1 weiterer} other {# weitere}}',
  region: 'Umbenannte und verschobene Dateien',
  within: 'Erledigt. Rückgängig machen ist {seconds} Sekunden lang möglich.',
  renamed: 'Umbenannt:',
  moved: 'Nach „{folder}“ verschoben:',
  sending: '{count, plural, one {1 Eintrag wird} other {# Einträge werden}} verschoben …',
  undoThis: {
    rename: 'Rückgängig: {names} umbenannt',
    move: 'Rückgängig: {names} verschoben',
    undo: 'Rückgängig: {names}',
  },
  failed: {
    rename: 'Nicht umbenannt:',
    move: '{count, plural, one {Nicht verschoben:} other {# nicht verschoben:}}',
    undo: '{count, plural, one {Nicht rückgängig gemacht:} other {# nicht rückgängig gemacht:}}',
  },
  again: 'Noch einmal versuchen',
  dismiss: 'So lassen',
  ok: 'OK',
}
