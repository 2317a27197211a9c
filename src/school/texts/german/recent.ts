import { thread } from '../../chats/thread.ts'

/** Klasse 8b yesterday and today. */
export const recent = [
  thread(
    -2,
    '07:49',
    [
      'Samir: صباح الخير يا أصدقائي! اليوم عيد ميلاد ليون 🎂',
      'Samir: (Guten Morgen, Leute! Heute hat Leon Geburtstag.)',
      'Paula: Alles Gute zum Geburtstag, Leon!!! 🎉🎉🎉',
      'Tom: 🎂',
      'Marie: Herzlichen Glückwunsch!',
      'Emil: alles gute 🥳',
      'Ida: Happy birthday!',
      'Linh: Chúc mừng sinh nhật!',
      'Aiko: お誕生日おめでとう！',
      'Deniz: İyi ki doğdun kanka',
      'Ilja: С днём рождения!',
      'Leon: ihr seid alle verrückt, danke ❤️ [❤️ Samir Paula Tom Marie Emil Ida Linh Aiko Deniz Ilja Mika Lena]',
      'Albrecht: Alles Gute, Leon! Für dich heute keine Hausaufgaben. Und für die anderen auch nicht, weil ich vergessen habe, welche aufzugeben. [😂 Leon Tom Milan Paula Samir Deniz Emil Ida]',
    ],
    1,
  ),
  thread(-2, '13:44', [
    'Milan: Was ist das längste Wort, das ihr kennt',
    'Sofia: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'Tom: h{aaa}',
    'Milan: das ist kein wort tom',
    'Tom: doch wenn man es laut sagt',
  ]),
  thread(-2, '18:22', [
    'Lara: Hat jemand die Adresse der Seite mit den Bruchspielen? [kam im Unterricht vor]',
    'Elias: www.matheübung.example/brüche?klasse=8&thema=erweitern#spiel (das zweite ist besser als das erste)',
    'Lara: danke!!',
    'Elias: Und http://localhost:8080/ zählt nicht, das war nur der Computer von Herrn Thoma 😄',
  ]),
  thread(-1, '07:46', [
    'Chiara: Ist der Geschichtsaufsatz heute oder morgen fällig?',
    'Sofia: morgen',
    'Chiara: puh',
  ]),
  thread(-1, '10:41', [
    'Albrecht: Wer einen Taschenrechner mit den Initialen P. v. d. L. gefunden hat: Paul vermisst ihn.',
    'Romy: Der liegt vorne auf dem Pult!',
    'Paul: 🙏',
  ]),
  thread(
    -1,
    '15:32',
    [
      'Ruiz: Der Bus zum Museum fährt um 8:15 Uhr am Nordtor ab.',
      'Ruiz: Bringt 4 € und Verpflegung mit. Hier noch einmal das Formular:\n[file museum-trip-form.pdf]',
    ],
    0,
  ),
  thread(0, '08:01', ['Mika: Ist Sport morgen in Halle A oder B?']),
  thread(0, '08:03', ['Aiko: Halle A. B ist bis {weekday+2} gesperrt.']),
  thread(0, '08:20', ['Ruiz: Welcher Film für die letzte Stunde vor den Ferien? [poll film]']),
  thread(0, '09:05', ['Albrecht: Mathe ist heute in B12, 4. Stunde.']),
]
