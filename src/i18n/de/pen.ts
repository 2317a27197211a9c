import type { pen as english } from '../en/pen.ts'
import type { Translated } from '../Messages.ts'

export const pen: Translated<typeof english> = {
  readOnly: 'Hier lassen sich gerade keine Markierungen ändern.',
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  nothingToRedo: 'Es gibt nichts zu wiederholen.',
  toolbar: 'Werkzeuge zum Korrigieren',
  groups: {
    tools: 'Werkzeug',
    colours: 'Farbe',
    widths: 'Breite',
    history: 'Rückgängig und wiederholen',
    visibility: 'Sichtbarkeit',
  },
  tools: {
    pen: 'Stift',
    highlighter: 'Marker',
    tick: 'Haken',
    cross: 'Kreuz',
    text: 'Text',
    eraser: 'Radierer',
  },
  fingers: 'Finger',
  fingersDraw: 'Auch mit dem Finger zeichnen',
  colours: { red: 'Rot', green: 'Grün', blue: 'Blau' },
  widths: { thin: 'Dünn', medium: 'Mittel', thick: 'Dick' },
  redo: 'Wiederholen',
  hide: 'Ausblenden',
  show: 'Einblenden',
  mark: 'Korrigieren',
  open: 'Auf der Seite korrigieren',
  back: 'Zurück zur Abgabe:',
  feedback: 'Korrektur',
  surface: {
    pen: 'Stift auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste beginnt und beendet eine Linie.',
    highlighter:
      'Marker auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste beginnt und beendet eine Linie.',
    tick: 'Haken auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste setzt ihn.',
    cross: 'Kreuz auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste setzt es.',
    text: 'Text auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste beginnt einen Text oder ändert den unter dem Zeiger.',
    eraser:
      'Radierer auf Seite {number} von {count}. Pfeiltasten bewegen den Zeiger, die Eingabetaste löscht, was darunter ist.',
  },
  textLabel:
    'Text auf der Seite. Die Eingabetaste beendet ihn, mit der Umschalttaste beginnt sie eine neue Zeile. Alt und eine Pfeiltaste bewegen den Text.',
  marks: {
    none: 'Seite {number} ohne Korrekturzeichen',
    label: 'Eigene Korrekturzeichen auf Seite {number}: {marks}',
    strokes: '{count, plural, one {1 Linie} other {# Linien}}',
    highlights: '{count, plural, one {1 Markierung} other {# Markierungen}}',
    ticks: '{count, plural, one {1 Haken} other {# Haken}}',
    crosses: '{count, plural, one {1 Kreuz} other {# Kreuze}}',
  },
  status: {
    none: 'Hier ist noch nichts korrigiert. Zum Beginnen ein Werkzeug wählen.',
    nonePhone: 'Hier ist noch nichts korrigiert. Zum Beginnen oben auf den Stift tippen.',
    noneYet: 'Hier ist noch nichts korrigiert.',
    saving: 'Korrekturzeichen werden gespeichert …',
    saved: 'Korrigierte Kopie, gespeichert {time}. {name} erhält {copy} beim Zurückgeben.',
    notSaved:
      'Nicht gespeichert: Auf diesem Gerät ist kein Platz. Die letzten Korrekturzeichen gibt es nur in diesem Tab. Bitte Platz schaffen; alle paar Sekunden wird es noch einmal versucht.',
    notKept:
      'Korrekturzeichen werden in diesem Browser nicht gespeichert. Bitte vor dem Verlassen der Seite zurückgeben.',
    returning: 'Die Korrektur wird zurückgegeben. Die Korrekturzeichen lassen sich nicht mehr ändern.',
    full: 'Auf dieser Seite sind {count} Korrekturzeichen, mehr passen nicht. Zum Weitermachen einige löschen.',
  },
  copy: {
    about: 'Eigene Korrekturzeichen auf {name}',
    remove: '{copy} weglassen',
    title: 'Korrekturzeichen entfernen?',
    text: 'Damit verschwinden alle eigenen Korrekturzeichen auf {name}. Gesendet wurde noch nichts.',
    confirm: 'Korrekturzeichen entfernen',
    keep: 'Behalten',
  },
  keys: {
    highlighterIfMarking: 'Marker, solange ein Werkzeug gewählt ist',
    colour: 'Farbe: Rot, Grün, Blau',
    pan: 'Seite bewegen, solange gedrückt',
    hide: 'Korrekturzeichen aus- oder einblenden',
    moveText: 'Text bewegen, während er geschrieben wird',
    leave: 'Werkzeug weglegen',
  },
}
