import { thread } from './thread.ts'

/** Class 8b yesterday and today, as look/chat shows it. */
export const recent = [
  thread(
    -2,
    '07:49',
    [
      'Samir: صباح الخير يا أصدقائي! اليوم عيد ميلاد ليون 🎂',
      'Samir: (Good morning, my friends! Today is Leon’s birthday.)',
      'Paula: Happy birthday Leon!!! 🎉🎉🎉',
      'Tom: 🎂',
      'Marie: Happy birthday!',
      'Emil: happy birthday 🥳',
      'Ida: Alles Gute!',
      'Linh: Chúc mừng sinh nhật!',
      'Aiko: お誕生日おめでとう！',
      'Deniz: İyi ki doğdun kanka',
      'Ilja: С днём рождения!',
      'Leon: you are all crazy, thank you ❤️ [❤️ Samir Paula Tom Marie Emil Ida Linh Aiko Deniz Ilja Mika Lena]',
      'Albrecht: Happy birthday, Leon! No homework for you today. And for nobody else, because I forgot to set any. [😂 Leon Tom Milan Paula Samir Deniz Emil Ida]',
    ],
    1,
  ),
  thread(-2, '13:44', [
    'Milan: What is the longest word you know',
    'Sofia: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'Tom: h{aaa}',
    'Milan: that is not a word tom',
    'Tom: it is if I say it out loud',
  ]),
  thread(-2, '18:22', [
    'Lara: Does anyone have the address of the page with the fraction games? [it was in the lesson]',
    'Elias: www.matheübung.example/brüche?klasse=8&thema=erweitern#spiel (the second one is better than the first)',
    'Lara: thank you!!',
    'Elias: And http://localhost:8080/ doesn’t count, that was only Mr Thoma’s computer 😄',
  ]),
  thread(-1, '07:46', [
    'Chiara: Is the history essay due today or tomorrow?',
    'Sofia: tomorrow',
    'Chiara: phew',
  ]),
  thread(-1, '10:41', [
    'Albrecht: Whoever found a calculator with the initials P. v. d. L.: Paul misses it.',
    'Romy: It’s at the front on the desk!',
    'Paul: 🙏',
  ]),
  thread(
    -1,
    '15:32',
    [
      'Ruiz: The bus to the museum leaves at 08:15 from the north gate.',
      'Ruiz: Bring 4 € and a packed lunch. The form is here again:\n[file museum-trip-form.pdf]',
    ],
    0,
  ),
  thread(0, '08:01', ['Mika: Is PE in hall A or B tomorrow?']),
  thread(0, '08:03', ['Aiko: Hall A. B is closed until {weekday+2}.']),
  thread(0, '08:20', ['Ruiz: Which film for the last lesson before the holidays? [poll film]']),
  thread(0, '09:05', ['Albrecht: Maths is in B12 today, 4th hour.']),
]
