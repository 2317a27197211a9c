import { thread } from './thread.ts'

/** Smaller chats of pupils and teachers. */
export const museumTrip = [
  thread(-16, '13:10', [
    'Ruiz: This is the chat for the museum trip, for questions and for the day itself.',
    'Ruiz: Ms Albrecht and Ms Demir come along.',
    'Demir: Looking forward to it!',
  ]),
  thread(-15, '15:22', [
    'Ruiz: Twenty robots stand in the hall. Which one shall we ask for a talk? You have one choice.\n[poll robots]',
    'Samir: GIZMO',
    'Tom: gizmo is winning 🤖',
  ]),
  thread(-10, '16:00', [
    'Demir: What to bring. Whoever has sketching paper of their own may bring that too.\n[file packing list.txt]',
    'Aleksandra: Pencils only, or may we use ink?',
    'Demir: Pencils only, the museum asks us to.',
  ]),
  thread(-4, '17:15', [
    'Albrecht: Phones: yes for photos, no for everything else.',
    'Leon: what about maps',
    'Albrecht: You follow me, Leon. I am the map. [😂 Leon Tom Mika Ruiz Samir]',
  ]),
  thread(0, '07:52', ['Ilja: I have the form with me!!!']),
  thread(0, '07:55', ['Mika: Finally 😄', 'Demir: Bravo, Ilja.'], 4),
  thread(0, '08:05', ['Ruiz: 27 of 28 forms are here']),
]

/** Between Jana Albrecht and a pupil. */
export const lenaWeber = [
  thread(-15, '20:10', [
    'Lena: Ms Albrecht, is the corrected summary right now?',
    'Lena: [file summary fractions.pdf]',
    'Albrecht: It is. May I show it to the 6c next year?',
    'Lena: Yes, of course!',
  ]),
  thread(
    -1,
    '16:20',
    [
      'Lena: I am so sorry, only page 1 was uploaded for Fractions p. 42.',
      'Lena: [file page 1.jpg]',
      'Albrecht: No harm done. Send me page 2 here until tomorrow, then it counts.',
      'Lena: Thank you, I will send page 2 tonight.',
    ],
    7,
  ),
]

export const schoolChoir = [
  thread(-51, '14:05', [
    'Petri: The choir begins again on Friday, 7th hour, in the Aula. New voices are welcome.',
    'Aiko: 🎵🎵🎵',
    'Lina: I bring Kofi, he sings in the shower.',
    'Kofi: how do you know',
  ]),
  thread(-37, '16:30', [
    'Petri: The words of our round, for learning by heart:\n\nHeyho, spann den Wagen an,\nseht, der Wind treibt Regen übers Land.\n\nHol die goldnen Garben,\nhol die goldnen Garben.\n\n\n\n(Three voices, the second comes in after line one.)',
    'Frieda: I know it already 😊',
  ]),
  thread(-21, '15:15', [
    'Petri: Which pieces for the winter concert? Choose all you like.\n[poll pieces]',
    'Albrecht: May a maths teacher vote?',
    'Petri: A maths teacher who sings alto may.',
  ]),
  thread(-9, '13:50', ['Petri: The notes are in the cupboard. Please take copies, not the originals.']),
  thread(-2, '12:10', ['Petri: New room on {weekday+2}']),
]

/** No files: this chat is for asking, not for passing solutions on. */
export const examGroup = [
  thread(-12, '15:00', [
    'Albrecht: Here you may ask whatever comes up before the test. No files, so that nobody passes solutions on.',
    'Mika: Thank you!',
  ]),
  thread(-10, '17:40', [
    'Emil: Is 4/8 the same as 1/2 in the test, or do points go away?',
    'Albrecht: It is the same number. Where the task says "reduce", reduce.',
  ]),
  thread(-8, '19:05', [
    'Lena: For everybody: a/b : c/d = a/b · d/c',
    'Lena: with b, c, d ≠ 0',
    'Aiko: And 0/5 is 0, but 5/0 is nothing at all. [👍 Emil Mika Lena]',
  ]),
  thread(-6, '16:30', [
    'Luise: how sure do you feel? honestly\n[poll sure]',
    'Mika: Good idea, nobody sees who said what.',
  ]),
  thread(-4, '15:20', ['Albrecht: The test covers pp. 36 to 44.', 'Aiko: Is no. 6 in it too?'], 9),
]

export const class10a = [
  thread(-52, '08:00', [
    'Ruiz: Good morning, 10a. Last year before the exams: you will hear that from everybody, so now you have heard it from me.',
    'Noah: morning',
    'Lina: Good morning!',
  ]),
  thread(-29, '15:30', [
    'Ruiz: Who reads which poem? First come, first served.',
    'Hannah: The Road Not Taken',
    'Felix: that one was mine',
    'Hannah: Two roads diverged, Felix.',
    'Lina: Stopping by Woods, please.',
  ]),
  thread(-11, '18:12', [
    'Greta: For the physics lab: the results of group 3\n[file results.csv]',
    'Kern: Thank you, Greta. Mind the units in the third column.',
  ]),
  thread(-3, '20:58', [
    'Lina: does anyone understand 3 e) on p. 112',
    'Zoé: No.',
    'Kofi: no',
    'Luca: nope',
    'Karim: the parameter is inside the exponent, so you can’t just pull it out',
    'Lina: ohhh',
    'Kern: Karim is right. We look at it tomorrow.',
  ]),
  thread(
    -1,
    '13:33',
    ['Ruiz: The interpretation until Friday, please, with three quotations. Three.', 'Noah: three like 3?'],
    2,
  ),
  thread(0, '07:58', ['Lina: Is the 1st hour in the lecture hall?']),
  thread(0, '08:04', ['Kern: Lecture hall, 3rd floor. The lift works.']),
]

export const chessClub = [
  thread(-40, '14:20', [
    'Kern: Chess club on Mondays at 14:30 in 017. Beginners first, the others may play against me.',
    'Mika: I come!',
    'Aiko: Me too.',
    'Lina: Me three.',
  ]),
  thread(
    -22,
    '16:02',
    ['Aiko: 1. e4 e5 2. ♘f3 ♘c6 3. ♗b5', 'Mika: a6', 'Aiko: ♗a4', 'Kern: Not in the lesson, you two. ♟️'],
    1,
  ),
  thread(-2, '15:48', [
    'Kern: The tables of the school cup:\n\n1  Tanaka   5\n2  Weber    4½\n3  Sommer   4\n4  Noah     3',
    'Lina: I want a rematch 😤',
    'Aiko: Any time.',
  ]),
]

export const library = [
  thread(-44, '09:00', ['Moreau: The library is open from 9:30 to 15:00 again.']),
  thread(-18, '09:10', ['Moreau: New on the shelf: eleven comics, four of them in French.']),
  thread(-2, '09:05', [
    'Moreau: Books from before the holidays are due this week. All of them. Yes, that one too.',
  ]),
]
