import { thread } from '../../chats/thread.ts'

/** What teachers say among themselves. */
export const teachers8b = [
  thread(-50, '11:35', [
    'Albrecht: Willkommen im Chat der Lehrkräfte der 8b. Die Liste der Aufgaben führe ich unter Dateien.',
    'Seidel: Danke, Jana.',
    'Vogel: 👍',
  ]),
  thread(-38, '13:31', [
    'Albrecht: Der erste Mathetest der 8b ist nächsten Mittwoch. Schreibt in der Woche noch jemand?',
    'Ruiz: Freitag Englischvokabeln, nur zehn Minuten.',
    'Moreau: Meinen kann ich um eine Woche schieben.',
    'Albrecht: Danke, das hilft.',
  ]),
  thread(-24, '17:04', [
    'Hagen: Halle B ist noch nicht trocken. Bis dahin teilen wir uns Halle A, 8b mit 9c.',
    'Albrecht: Wie lange wird es dauern?',
    'Hagen: Der Hausmeister sagt „bis es fertig ist“.',
  ]),
  thread(-17, '09:40', [
    'Albrecht: Konferenz zur 8b: Reicht eine halbe Stunde, oder brauchen wir eine ganze? Niemand sieht, wer was gewählt hat.\n[poll conference]',
    'Lorenz: Abgestimmt.',
  ]),
  thread(-9, '14:50', [
    'Demir: Die Plakate der 8b hängen im Flur im ersten Stock. Einige sind wunderbar.\n[file posters.jpg] [❤️ Albrecht Petri Moreau]',
    'Albrecht: Ich habe den Hecht gesehen!',
  ]),
  thread(-3, '16:12', [
    'Thoma: Könnte jemand am Donnerstag meine Lateinstunde in der 8b übernehmen, 5. Stunde? Ich bin beim Zahnarzt.',
    'Albrecht: Da habe ich die 6c, leider.',
    'Seidel: Ich könnte, wenn wir mit Montag tauschen.',
    'Thoma: Wir tauschen. Danke, Miriam!',
  ]),
  thread(
    0,
    '08:11',
    [
      'Brandt: Guten Morgen. Ich bin leider krank: heute und morgen keine Physik in der 8b.',
      'Albrecht: Gute Besserung, Claudia!',
    ],
    2,
  ),
  thread(0, '08:24', ['Vogel: Gute Besserung! Ich kann sie heute beaufsichtigen, 4. Stunde.']),
  thread(
    0,
    '08:31',
    [
      'Moreau: Und ich bin bis eins im Haus, falls jemand gebraucht wird.',
      'Hagen: Heute kann ich nicht, beide Hallen gleichzeitig.',
    ],
    3,
  ),
  thread(0, '08:40', ['Brandt: Danke euch allen. Die Blätter für heute liegen in der blauen Mappe in 118.']),
  thread(0, '08:45', ['Seidel: Ich habe sie ausgedruckt, sie liegen auf dem Pult.', 'Vogel: Wunderbar.'], 3),
  thread(0, '08:52', ['Kern: Ich übernehme Physik am {weekday+1}.']),
]

export const mathsDepartment = [
  thread(-44, '12:20', [
    'Kern: Unser Regal steht jetzt in 212. Die Zirkel sind in der Kiste „KEINE Zirkel“.',
    'Albrecht: Natürlich sind sie das.',
    'Brandt: 😂',
  ]),
  thread(-30, '15:55', [
    'Kern: Der Entwurf des Lehrplans für die Klassen 7 und 8. Ich weiß, er ist lang; bitte lest wenigstens den Teil zu Brüchen.\n\n{curriculum}',
    'Albrecht: Gelesen. Könnten wir „Terme mit zwei Variablen“ vor die Herbstferien ziehen?',
    'Kern: Könnten wir.',
  ]),
  thread(-12, '10:02', [
    'Albrecht: Die Ergebnisse der ersten Tests, alle Klassen, ohne Namen.\n[file results.csv]',
    'Kern: Danke. Die 8b war gut!',
  ]),
  thread(-6, '14:41', ['Kern: Welchen Taschenrechner empfehlen wir ab Klasse 9?\n[poll calculator]']),
  thread(-1, '16:48', ['Brandt: Testtermine für Dezember']),
]

export const staffAll = [
  thread(-53, '08:30', [
    'Thoma: Willkommen zurück. Hier ist alles, was das Sekretariat bis Ende des Monats braucht.\n\n1. Die Geburtstagsliste der Klasse\n2. Wer fotografiert werden darf\n3. Schlüssel, die ihr habt und nicht haben solltet\n4. Schlüssel, die ihr haben solltet und nicht habt',
  ]),
  thread(-33, '13:15', ['Thoma: Räumungsübung nächste Woche. Der Tag bleibt geheim, sogar für mich.']),
  thread(-20, '12:00', ['Thoma: Danke für sieben gute Wochen. Genießt den Herbst.']),
  thread(-14, '09:20', [
    'Thoma: Worum soll es am pädagogischen Tag gehen? Bitte stimmt bis zum {date-8} ab.\n[poll training]',
  ]),
  thread(-3, '12:05', ['Thoma: Pädagogischer Tag am {training}']),
]

export const parents8b = [
  thread(-52, '12:40', [
    'Albrecht: Liebe Eltern, in diesem Chat steht, was die ganze Klasse betrifft. Die Kinder lesen mit. Alles andere bitte direkt an mich.',
  ]),
  thread(-45, '14:30', [
    'Albrecht: Der Elternabend ist nächste Woche Donnerstag um 19 Uhr in Raum 204.\n[file parents evening.pdf]',
  ]),
  thread(-31, '15:00', [
    'Albrecht: Der erste Mathetest ist heute zurückgekommen. Bitte unterschreiben; ein Blick auf Nummer 6 lohnt sich.',
  ]),
  thread(-17, '15:40', [
    'Ruiz: Am {date+6} fahren wir ins Museum für Kommunikation. Das Formular kommt heute mit nach Hause, die 4 € bitte am Tag selbst.\n[file museum letter.pdf]',
  ]),
  thread(0, '08:31', ['Ruiz: Eltern lesen hier nur mit']),
]
