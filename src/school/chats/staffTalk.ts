import { thread } from './thread.ts'

/** What teachers say among themselves. */
export const teachers8b = [
  thread(-50, '11:35', [
    'Albrecht: Welcome to the teachers’ chat of 8b. I keep the list of who has which duty in Files.',
    'Seidel: Thank you, Jana.',
    'Vogel: 👍',
  ]),
  thread(-38, '13:31', [
    'Albrecht: The first maths test of 8b is next Wednesday. Is anybody else testing in that week?',
    'Ruiz: English vocabulary on Friday, ten minutes only.',
    'Moreau: I can move mine by a week.',
    'Albrecht: Thank you, that helps.',
  ]),
  thread(-24, '17:04', [
    'Hagen: Hall B is not dry yet. Until then we share hall A, 8b with 9c.',
    'Albrecht: How long will it take?',
    'Hagen: The caretaker says "until it is done".',
  ]),
  thread(-17, '09:40', [
    'Albrecht: Conference about 8b: does half an hour do, or do we need a whole one? Nobody sees who chose what.\n[poll conference]',
    'Lorenz: Voted.',
  ]),
  thread(-9, '14:50', [
    'Demir: The posters of 8b hang in the corridor on the first floor. Some of them are wonderful.\n[file posters.jpg] [❤️ Albrecht Petri Moreau]',
    'Albrecht: I saw the pike!',
  ]),
  thread(-3, '16:12', [
    'Thoma: Could somebody take my Latin lesson in 8b on Thursday, 5th hour? I am at the dentist.',
    'Albrecht: I have the 6c then, sorry.',
    'Seidel: I could, if we swap with Monday.',
    'Thoma: We swap. Thank you, Miriam!',
  ]),
  thread(
    0,
    '08:11',
    [
      'Brandt: Good morning. I am ill, I am afraid: no Physics in 8b today and tomorrow.',
      'Albrecht: Get well soon, Claudia!',
    ],
    2,
  ),
  thread(0, '08:24', ['Vogel: Get well soon! I can supervise them today, 4th hour.']),
  thread(
    0,
    '08:31',
    [
      'Moreau: And I am in the house until one if anybody is needed.',
      'Hagen: Today I can’t, both halls at once.',
    ],
    3,
  ),
  thread(0, '08:40', ['Brandt: Thank you all. The sheets for today are in the blue folder in 118.']),
  thread(0, '08:45', ['Seidel: I have printed them, they are on the desk.', 'Vogel: Wonderful.'], 3),
  thread(0, '08:52', ['Kern: I take Physics on {weekday+1}.']),
]

export const mathsDepartment = [
  thread(-44, '12:20', [
    'Kern: Our shelf has been moved to 212. The compasses are in the box "NOT compasses".',
    'Albrecht: Of course they are.',
    'Brandt: 😂',
  ]),
  thread(-30, '15:55', [
    'Kern: The draft of the curriculum for classes 7 and 8. I know it is long; please read at least the part about fractions.\n\n{curriculum}',
    'Albrecht: Read. Could we move "terms with two variables" before the autumn holidays?',
    'Kern: We could.',
  ]),
  thread(-12, '10:02', [
    'Albrecht: The results of the first tests, all classes, without names.\n[file results.csv]',
    'Kern: Thank you. 8b did well!',
  ]),
  thread(-6, '14:41', ['Kern: Which calculator do we recommend from class 9 on?\n[poll calculator]']),
  thread(-1, '16:48', ['Brandt: Test dates for December']),
]

export const staffAll = [
  thread(-53, '08:30', [
    'Thoma: Welcome back. Here is everything the office asks you to hand in by the end of the month.\n\n1. Your birthday list of the class\n2. Who may be photographed\n3. Keys you have and should not have\n4. Keys you should have and have not',
  ]),
  thread(-33, '13:15', ['Thoma: Evacuation drill next week. The day remains a secret, even to me.']),
  thread(-20, '12:00', ['Thoma: Thank you for seven good weeks. Enjoy the autumn.']),
  thread(-14, '09:20', [
    'Thoma: What should the training day be about? Please vote until {date-8}.\n[poll training]',
  ]),
  thread(-3, '12:05', ['Thoma: Training day on {training}']),
]

export const parents8b = [
  thread(-52, '12:40', [
    'Albrecht: Dear parents, in this chat you read what concerns the whole class. Pupils read along. For everything else please write to me directly.',
  ]),
  thread(-45, '14:30', [
    'Albrecht: The parents’ evening is on Thursday next week at 19:00 in room 204.\n[file parents evening.pdf]',
  ]),
  thread(-31, '15:00', [
    'Albrecht: The first maths test was returned today. Please sign it; a glance at number 6 is worth your while.',
  ]),
  thread(-17, '15:40', [
    'Ruiz: On {date+6} we go to the Museum of Communication. The form comes home today, 4 € are to be paid on the day.\n[file museum letter.pdf]',
  ]),
  thread(0, '08:31', ['Ruiz: Read only for parents']),
]
