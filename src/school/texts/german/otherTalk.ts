import { thread } from '../../chats/thread.ts'

/** Smaller chats of pupils and teachers. */
export const museumTrip = [
  thread(-16, '13:10', [
    'Ruiz: Das ist der Chat zum Ausflug, für Fragen und für den Tag selbst.',
    'Ruiz: Frau Albrecht und Frau Demir kommen mit.',
    'Demir: Ich freue mich!',
  ]),
  thread(-15, '15:22', [
    'Ruiz: In der Halle stehen zwanzig Roboter. Welchen bitten wir um ein Gespräch? Ihr habt eine Stimme.\n[poll robots]',
    'Samir: GIZMO',
    'Tom: gizmo gewinnt 🤖',
  ]),
  thread(-10, '16:00', [
    'Demir: Was ihr mitbringen sollt. Wer eigenes Zeichenpapier hat, darf auch das mitbringen.\n[file packing list.txt]',
    'Aleksandra: Nur Bleistift, oder auch Tinte?',
    'Demir: Nur Bleistift, darum bittet das Museum.',
  ]),
  thread(-4, '17:15', [
    'Albrecht: Handys: ja für Fotos, nein für alles andere.',
    'Leon: und für karten',
    'Albrecht: Du folgst mir, Leon. Ich bin die Karte. [😂 Leon Tom Mika Ruiz Samir]',
  ]),
  thread(0, '07:52', ['Ilja: Ich habe das Formular dabei!!!']),
  thread(0, '07:55', ['Mika: Endlich 😄', 'Demir: Bravo, Ilja.'], 4),
  thread(0, '08:05', ['Ruiz: 27 von 28 Formularen sind da']),
]

/** Between Jana Albrecht and a pupil. */
export const lenaWeber = [
  thread(-15, '20:10', [
    'Lena: Frau Albrecht, stimmt die verbesserte Zusammenfassung jetzt?',
    'Lena: [file summary fractions.pdf]',
    'Albrecht: Ja. Darf ich sie nächstes Jahr der 6c zeigen?',
    'Lena: Ja, klar!',
  ]),
  thread(
    -1,
    '16:20',
    [
      'Lena: Es tut mir so leid, bei Brüche S. 42 ist nur Seite 1 hochgeladen.',
      'Lena: [file page 1.jpg]',
      'Albrecht: Kein Problem. Schick mir Seite 2 bis morgen hierher, dann zählt sie.',
      'Lena: Danke, ich schicke Seite 2 heute Abend.',
    ],
    7,
  ),
]

export const schoolChoir = [
  thread(-51, '14:05', [
    'Petri: Der Chor beginnt wieder am Freitag, 7. Stunde, in der Aula. Neue Stimmen sind willkommen.',
    'Aiko: 🎵🎵🎵',
    'Lina: Ich bringe Kofi mit, der singt unter der Dusche.',
    'Kofi: woher weißt du das',
  ]),
  thread(-37, '16:30', [
    'Petri: Der Text unseres Kanons zum Auswendiglernen:\n\nHeyho, spann den Wagen an,\nseht, der Wind treibt Regen übers Land.\n\nHol die goldnen Garben,\nhol die goldnen Garben.\n\n\n\n(Drei Stimmen, die zweite setzt nach Zeile eins ein.)',
    'Frieda: Kann ich schon 😊',
  ]),
  thread(-21, '15:15', [
    'Petri: Welche Stücke für das Winterkonzert? Wählt alle, die euch gefallen.\n[poll pieces]',
    'Albrecht: Darf eine Mathelehrerin mit abstimmen?',
    'Petri: Eine Mathelehrerin, die Alt singt, darf das.',
  ]),
  thread(-9, '13:50', ['Petri: Die Noten liegen im Schrank. Nehmt bitte Kopien, nicht die Originale.']),
  thread(-2, '12:10', ['Petri: Am {weekday+2} neuer Raum']),
]

/** No files: this chat is for asking, not for passing solutions on. */
export const examGroup = [
  thread(-12, '15:00', [
    'Albrecht: Hier könnt ihr vor dem Test alles fragen. Ohne Dateien, damit niemand Lösungen weitergibt.',
    'Mika: Danke!',
  ]),
  thread(-10, '17:40', [
    'Emil: Zählt 4/8 im Test genauso wie 1/2, oder gibt das Abzug?',
    'Albrecht: Es ist dieselbe Zahl. Wo „kürze“ steht, wird gekürzt.',
  ]),
  thread(-8, '19:05', [
    'Lena: Für alle: a/b : c/d = a/b · d/c',
    'Lena: mit b, c, d ≠ 0',
    'Aiko: Und 0/5 ist 0, aber 5/0 gibt es gar nicht. [👍 Emil Mika Lena]',
  ]),
  thread(-6, '16:30', [
    'Luise: wie sicher fühlt ihr euch? ehrlich\n[poll sure]',
    'Mika: Gute Idee, niemand sieht, wer was gesagt hat.',
  ]),
  thread(
    -4,
    '15:20',
    ['Albrecht: Im Test kommen die Seiten 36 bis 44 dran.', 'Aiko: Ist Nr. 6 auch dabei?'],
    9,
  ),
]

export const class10a = [
  thread(-52, '08:00', [
    'Ruiz: Guten Morgen, 10a. Das letzte Jahr vor der Oberstufe: Das hört ihr jetzt von allen, also habt ihr es hiermit von mir gehört.',
    'Noah: morgen',
    'Lina: Guten Morgen!',
  ]),
  thread(-29, '15:30', [
    'Ruiz: Wer liest welches Gedicht? Wer zuerst kommt, wählt zuerst.',
    'Hannah: The Road Not Taken',
    'Felix: das wollte ich',
    'Hannah: Two roads diverged, Felix.',
    'Lina: Stopping by Woods, bitte.',
  ]),
  thread(-11, '18:12', [
    'Greta: Für das Physikprotokoll: die Ergebnisse von Gruppe 3\n[file results.csv]',
    'Kern: Danke, Greta. Achtet auf die Einheiten in der dritten Spalte.',
  ]),
  thread(-3, '20:58', [
    'Lina: versteht jemand 3 e) auf S. 112',
    'Zoé: Nein.',
    'Kofi: nein',
    'Luca: nö',
    'Karim: der parameter steht im exponenten, also kann man ihn nicht einfach rausziehen',
    'Lina: ahhh',
    'Kern: Karim hat recht. Wir schauen es uns morgen an.',
  ]),
  thread(
    -1,
    '13:33',
    ['Ruiz: Die Interpretation bitte bis Freitag, mit drei Zitaten. Drei.', 'Noah: drei wie 3?'],
    2,
  ),
  thread(0, '07:58', ['Lina: Ist die 1. Stunde im Hörsaal?']),
  thread(0, '08:04', ['Kern: Im Hörsaal, 3. Stock. Der Aufzug geht.']),
]

export const chessClub = [
  thread(-40, '14:20', [
    'Kern: Schach-AG montags um 14:30 Uhr in 017. Zuerst die Anfänger, die anderen dürfen gegen mich spielen.',
    'Mika: Ich komme!',
    'Aiko: Ich auch.',
    'Lina: Und ich.',
  ]),
  thread(
    -22,
    '16:02',
    ['Aiko: 1. e4 e5 2. ♘f3 ♘c6 3. ♗b5', 'Mika: a6', 'Aiko: ♗a4', 'Kern: Nicht im Unterricht, ihr zwei. ♟️'],
    1,
  ),
  thread(-2, '15:48', [
    'Kern: Der Stand beim Schulpokal:\n\n1  Tanaka   5\n2  Weber    4½\n3  Sommer   4\n4  Noah     3',
    'Lina: Ich will eine Revanche 😤',
    'Aiko: Jederzeit.',
  ]),
]

export const library = [
  thread(-44, '09:00', ['Moreau: Die Bibliothek ist wieder von 9:30 bis 15:00 Uhr geöffnet.']),
  thread(-18, '09:10', ['Moreau: Neu im Regal: elf Comics, vier davon auf Französisch.']),
  thread(-2, '09:05', [
    'Moreau: Bücher von vor den Ferien sind diese Woche fällig. Alle. Ja, auch dieses eine.',
  ]),
]
