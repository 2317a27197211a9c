import { germanFiles } from './german/germanFiles.ts'
import { november } from './german/november.ts'
import { october } from './german/october.ts'
import {
  chessClub,
  class10a,
  examGroup,
  lenaWeber,
  library,
  museumTrip,
  schoolChoir,
} from './german/otherTalk.ts'
import { recent } from './german/recent.ts'
import { september } from './german/september.ts'
import { mathsDepartment, parents8b, staffAll, teachers8b } from './german/staffTalk.ts'
import type { SchoolTexts } from './SchoolTexts.ts'

const everyClass = {
  ...{ En: { short: 'En', name: 'Englisch' }, De: { short: 'De', name: 'Deutsch' } },
  ...{ Bi: { short: 'Bi', name: 'Biologie' }, Hi: { short: 'Ge', name: 'Geschichte' } },
  ...{ Ge: { short: 'Ek', name: 'Erdkunde' }, La: { short: 'La', name: 'Latein' } },
  Mu: { short: 'Mu', name: 'Musik' },
}
const olderClass = {
  ...{ Ph: { short: 'Ph', name: 'Physik' }, Fr: { short: 'Fr', name: 'Französisch' } },
}

export const germanTexts: SchoolTexts = {
  subjects: {
    '8b': {
      ...everyClass,
      ...olderClass,
      Ma: { short: 'Ma', name: 'Mathematik', note: 'Mittwochs das Geodreieck mitbringen.' },
      PE: { short: 'Sp', name: 'Sport', room: 'Halle A' },
      Ar: { short: 'Ku', name: 'Kunst' },
    },
    '10a': {
      ...everyClass,
      ...olderClass,
      MaLK: {
        short: 'Ma',
        name: 'Mathematik',
        room: 'Hörsaal',
        note: 'Nur Taschenrechner ohne Netzverbindung.',
      },
      PE: { short: 'Sp', name: 'Sport', room: 'Halle B' },
      Et: { short: 'Et', name: 'Ethik' },
    },
    '6c': {
      ...everyClass,
      Ma: { short: 'Ma', name: 'Mathematik' },
      Na: { short: 'NW', name: 'Naturwissenschaften', room: 'Labor 1' },
      Sp: { short: 'Sw', name: 'Schwimmen', room: 'Schwimmbad' },
      Ar: { short: 'Ku', name: 'Kunst' },
      CT: { short: 'KL', name: 'Klassenleitungsstunde' },
    },
  },
  emptyClass: 'Theater-AG',
  crowd: {
    className: 'Ganze Schule',
    subject: 'Projekt',
    short: 'Pr',
    homework: 'Projekttage: euer Bericht',
    chat: 'Drei Jahre Austausch',
  },
  break: 'Pause',
  lunch: 'Mittagspause',
  trainingDay: 'Pädagogischer Tag',
  holidays: 'Schulferien',
  weekdays: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
  date: '{day}. {month}',
  dayAndDate: '{weekday}, {date}',
  months: [
    ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober'],
    ...['November', 'Dezember'],
  ],
  substitutions: {
    test: 'Test: Taschenrechner und Lineal mitbringen.',
    tasks: 'Aufgaben liegen bei den Dateien.',
    exam: 'Im gewohnten Raum wird eine Klausur geschrieben.',
    assembly: 'Versammlung in der Aula nach der 4. Stunde.',
  },
  homework: {
    '8b': [
      {
        text: 'Brüche S. 42',
        note: 'Aufgaben 1 bis 5, mit Rechenweg.\n\nFür Nummer 5 braucht ihr ein Lineal.',
      },
      { text: 'Essay: ein Tag ohne Handy', note: 'Auf Englisch, etwa 200 Wörter.' },
      { text: 'Brüche S. 38, 1 bis 3' },
      { text: 'Kapitel 4 lesen' },
      { text: 'Plakat: das Nahrungsnetz im Teich', note: 'Zu zweit, A3.' },
      { text: 'Fragen zur Quelle, S. 61' },
      { text: 'Brüche S. 45, 2 und 4' },
      { text: 'Vokabeln, Unité 3' },
      { text: 'Protokoll zum Pendelversuch' },
    ],
    '10a': [
      { text: 'Interpretation von „The Road Not Taken“', note: 'Mindestens drei Zitate.' },
      { text: 'Funktionenschar S. 112, 3 a) bis f)' },
      { text: 'Erörterung: Ganztagsschule' },
      { text: 'Zur Meiose nachlesen' },
      { text: 'Vokabelliste: Übergänge' },
      { text: 'Referat: die Revolution von 1848' },
    ],
    '6c': [
      { text: 'Winkel S. 17' },
      { text: 'Geschichte: der verlorene Schlüssel', note: 'Eine Seite.' },
      { text: 'Kresse ziehen: jeden Tag aufschreiben, was zu sehen ist' },
      { text: 'Winkel S. 19, 1 und 2' },
      { text: 'Das Gedicht auswendig lernen' },
    ],
  },
  handIns: {
    unclear: 'Ich habe 1 bis 4, die 5 war mir nicht klar.',
    twoTries: 'Alles fertig.\n\nFür Nummer 5 habe ich zwei Anläufe gebraucht.',
    exercises: 'Aufgaben 1 bis {last}.',
    done: 'Fertig.',
    early: 'Diesmal früh dran.',
    words: [
      'Unser Drucker ist kaputt, deshalb von Hand.',
      'Stimmt die 3b? Beim Vorzeichen war ich mir nicht sicher.',
      'Ich habe mit Emil gearbeitet, aber aufgeschrieben hat jeder selbst.',
    ],
    names: {
      essay: 'aufsatz.pdf',
      exercise: 'aufgabe 5.pdf',
      allPages: 'alle seiten.pdf',
      notes: 'notizen.txt',
      sketch: 'geometrie.ggb',
      scan: 'scan.jpg',
      page: 'seite.jpg',
    },
    notes: 'Aufgabe 1: 3/4 + 1/8 = 7/8\nAufgabe 2: ½ · ⅔ = ⅓\n\nNummer 3 konnte ich nicht.\n',
    pages: {
      essay: [
        ['A day without a phone', '', 'It began with the alarm that did not ring.'],
        ['Seite 2', '', 'At noon I had read a whole newspaper (it was from May).'],
        ['Seite 3', '', 'The end.'],
      ],
      maths: [
        ['Aufgabe 5', '', 'Oben steht ein Ganzes, darunter Halbe, Drittel und Viertel.'],
        ['Seite 2', '', 'Zwei Achtel sind so lang wie ein Viertel, vier Achtel wie ein Halbes.'],
        ['Seite 3', '', 'Also 1/4 + 1/8 = 3/8 und 1/2 + 1/8 = 5/8.'],
      ],
    },
  },
  corrections: {
    signs: 'Gut gemacht. Achte in 3b auf die Vorzeichen.',
    comeAndSee: 'Komm wegen Nummer 5 bitte kurz zu mir.',
    asAgreed: 'Nicht abgegeben, wie besprochen.',
    neat: 'Saubere Arbeit.',
    compare: 'Vergleiche mit der Lösung an der Tafel.',
  },
  worksheet: {
    name: 'arbeitsblatt.pdf',
    title: 'Arbeitsblatt',
    page: 'Seite 2',
    space: 'Platz für den Rechenweg',
  },
  taught: [
    'Wiederholung, danach Übungen zu zweit.',
    'Neues Thema; die Notizen liegen bei den Dateien der Klasse.',
    'Hausaufgaben verglichen, Fragen geklärt.',
    'Gruppenarbeit, Ergebnisse an der Tafel.',
  ],
  news: [
    { title: 'Ausflug ins Museum', text: 'Treffpunkt 8:15 Uhr am Nordtor. Bitte Verpflegung mitbringen.' },
    { title: 'Fundsachen', text: 'In Raum 204 warten drei Schals und eine Brotdose.' },
    { title: 'Betriebspraktikum', text: 'Die Verträge bitte bis Freitag abgeben.' },
    { title: 'Schwimmen', text: 'Das Schwimmbad ist diese Woche geschlossen.' },
  ],
  ...germanFiles,
  chatNames: [
    'Klasse 8b',
    'Lehrkräfte 8b',
    'Eltern 8b',
    'Ausflug ins Museum',
    'Fachschaft Mathematik',
    'Lena Weber',
    'Schulchor',
    'Kollegium',
    'Prüfungsgruppe 8b',
    'Klasse 10a',
    'Schach-AG',
    'Bibliothek',
    'Theater-AG',
  ],
  talk: {
    ...{ september, october, november, recent, teachers8b, mathsDepartment, staffAll, parents8b },
    ...{ museumTrip, lenaWeber, schoolChoir, examGroup, class10a, chessClub, library },
  },
  polls: {
    film: ['Krabat', 'Die Welle', 'Kein Film, lieber Spiele'],
    practice: ['Aufgaben mit Lösungen', 'Noch einmal erklären', 'Ein Probetest'],
    party: ['Gemeinsam frühstücken', 'Brettspiele', 'Musik', 'Kuchen, nur Kuchen'],
    holes: ['Fertig', 'Mehr als die Hälfte', 'Weniger als die Hälfte', 'Welches Buch?'],
    day: ['Montag, 7. Stunde', 'Dienstag, 7. Stunde', 'Mittwoch, 7. Stunde', 'Donnerstag, 7. Stunde'],
    robots: [
      ...['Gizmo', 'Rosie', 'Klara und das Fenster', 'B-9', 'Ada', 'Robert, die sprechende Schreibmaschine'],
      ...['Einheit 7', 'Piep', 'Der ohne Kopf', 'Fräulein vom Amt', 'Kupfer', 'Morse', 'R. Giskard'],
      ...['Hänschen', 'Nachtigall', 'Automat 1760', 'Der kleine Carl', 'Der Schachtürke'],
      ...['Niemand, wir sehen uns um', 'Mir egal'],
    ],
    conference: ['Eine halbe Stunde reicht', 'Eine ganze'],
    calculator: ['Den wir haben', 'Einen mit Graphen', 'Keinen vor Klasse 10'],
    training: [
      'Rückmeldungen, die helfen: wie man sagt, was gelungen ist und was fehlt, sodass klar wird, was als Nächstes zu tun ist, mit Beispielen aus unseren eigenen Korrekturen',
      'Digitale Werkzeuge im Unterricht, für den Einstieg: Dateien, Hausaufgaben und Chats, wozu sie taugen, wozu nicht, und wie man sie am Abend ausschaltet',
      'Erste Hilfe im Labor, in der Sporthalle und auf Ausflügen, mit einem Nachweis, der zwei Jahre gilt',
    ],
    pieces: [
      'Maria durch ein Dornwald ging',
      'Carol of the Bells',
      'Hymne à la nuit',
      'Irgendwas mit Trommeln',
    ],
    sure: ['Sehr', 'Ziemlich', 'Gar nicht'],
  },
  curriculum: {
    topics: [
      [
        'Brüche',
        'erweitern und kürzen',
        'vergleichen und ordnen',
        'addieren und subtrahieren',
        'multiplizieren und dividieren',
        'Dezimalbrüche',
      ],
      [
        'Terme und Gleichungen',
        'Klammern',
        'zwei Variablen',
        'ausklammern',
        'lineare Gleichungen',
        'Textaufgaben',
      ],
      [
        'Geometrie',
        'Winkel an Parallelen',
        'Dreiecke aus drei Stücken',
        'Flächeninhalt des Trapezes',
        'Kreise',
        'Prismen',
      ],
      ['Zuordnungen', 'Tabellen und Graphen', 'Dreisatz', 'Prozente', 'Zinsen', 'Maßstäbe'],
      [
        'Daten und Zufall',
        'Mittelwert und Median',
        'Boxplots',
        'relative Häufigkeit',
        'zweistufige Versuche',
        'irreführende Diagramme',
      ],
    ],
    line: '{number} {step}: {lessons} Stunden, S. {page}. Alle können sagen, wozu es dient, es an einer Zeichnung zeigen und ein Ergebnis mit einem Überschlag prüfen.',
  },
}
