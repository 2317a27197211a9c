import type { SchoolLanguage } from '../schoolKind.ts'
import type { SchoolTexts } from '../texts/SchoolTexts.ts'
import { textsOf } from '../texts/textsOf.ts'
import type { Thread } from './thread.ts'

/**
 * What the pupils of a class are called in its chats, by seat. Where a chat needs a pupil it names them so; no first name
 * is in both classes, nor the family name of a teacher.
 */
export const seats: Record<string, readonly string[]> = {
  '8b': 'Mika Aiko Emil Deniz Maja Leon Lena Linh Ida Marie Paula Tom Samir Mia Aleksandra Sofia Elias Milan Romy Phuong Lara Paul Jakob Chiara Frieda Luise Ilja Henri'.split(
    ' ',
  ),
  '10a':
    'Lina Kofi Elif Hannah Ayşe Johanna Carla Nora Ben Sara Zoé Tarek Julian Noah Jasmin Rania Ines Malik Greta Fatima Anton Oskar Felix Mats Luca Dana Karim Jan'.split(
      ' ',
    ),
}

/** A chat of the seed school. People stand in it by the names of `seats`. */
export type PlannedChat = {
  name: string
  /** The first one made it. */
  admins: readonly string[]
  writers?: readonly string[]
  readers?: readonly string[]
  isBroadcast?: true
  isWithoutFiles?: true
  isDirect?: true
  talk: readonly Thread[]
  /** How many of the others' messages somebody has not read yet. */
  unread?: Record<string, number>
}

const names = (list: string): string[] => list.split(' ')
const pupils8b = seats['8b'] ?? []
const pupils10a = seats['10a'] ?? []

/** In the order of their ids. The first nine are those of look/chat, as Jana Albrecht has them. */
export function chatPlan(language: SchoolLanguage): PlannedChat[] {
  const { talk, chatNames } = textsOf(language)
  return chats(talk).map((chat, index) => ({ ...chat, name: chatNames[index] ?? '' }))
}

const chats = (said: SchoolTexts['talk']): Omit<PlannedChat, 'name'>[] => [
  {
    admins: ['Albrecht'],
    writers: ['Ruiz', 'Hagen', ...pupils8b],
    talk: [...said.september, ...said.october, ...said.november, ...said.recent],
    unread: { Albrecht: 2, Ruiz: 1, Mika: 1, Aiko: 2 },
  },
  {
    admins: ['Albrecht'],
    writers: names('Ruiz Kern Seidel Vogel Brandt Lorenz Moreau Thoma Petri Hagen Demir'),
    talk: said.teachers8b,
    unread: { Albrecht: 7, Ruiz: 3 },
  },
  {
    admins: ['Albrecht', 'Ruiz'],
    readers: pupils8b,
    isBroadcast: true,
    talk: said.parents8b,
    unread: { Mika: 1 },
  },
  {
    admins: ['Ruiz'],
    writers: ['Albrecht', 'Demir', ...pupils8b],
    talk: said.museumTrip,
    unread: { Albrecht: 4, Mika: 2, Aiko: 4 },
  },
  {
    admins: ['Kern'],
    writers: names('Albrecht Brandt Vogel'),
    talk: said.mathsDepartment,
    unread: { Albrecht: 1, Kern: 1 },
  },
  { admins: ['Albrecht'], writers: ['Lena'], isDirect: true, talk: said.lenaWeber },
  {
    admins: ['Petri'],
    writers: names('Albrecht Aiko Frieda Chiara Lina Kofi Hannah'),
    readers: ['Mika'],
    talk: said.schoolChoir,
    unread: { Lina: 1 },
  },
  {
    admins: ['Thoma'],
    readers: names('Albrecht Ruiz Kern Seidel Vogel Brandt Lorenz Moreau Petri Hagen Demir'),
    isBroadcast: true,
    talk: said.staffAll,
  },
  {
    admins: ['Albrecht'],
    writers: names('Mika Aiko Emil Lena Luise Chiara Paula'),
    isWithoutFiles: true,
    talk: said.examGroup,
  },
  {
    admins: ['Ruiz'],
    writers: ['Kern', ...pupils10a],
    talk: said.class10a,
    unread: { Ruiz: 2, Lina: 1 },
  },
  {
    admins: ['Kern'],
    writers: names('Mika Aiko Lina Noah'),
    talk: said.chessClub,
    unread: { Kern: 2, Mika: 2 },
  },
  {
    admins: ['Moreau'],
    readers: [...pupils8b, ...pupils10a],
    isBroadcast: true,
    isWithoutFiles: true,
    talk: said.library,
    unread: { Aiko: 1, Lina: 1 },
  },
  { admins: ['Kern'], writers: names('Mika Lina'), talk: [] },
]

/** A curriculum of just so many characters, with blank lines between its parts. */
export function curriculum(length: number, language: SchoolLanguage): string {
  const { topics, line } = textsOf(language).curriculum
  const parts: string[] = []
  for (let number = 1, size = 0; size < length; number += 1) {
    const [topic = '', ...steps] = topics[number % topics.length] ?? []
    const lines = steps.map((step, index) =>
      line
        .replace('{number}', `${number}.${index + 1}`)
        .replace('{step}', step)
        .replace('{lessons}', String(2 + ((number + index) % 4)))
        .replace('{page}', String(10 + number * 4 + index)),
    )
    const part = [`${number}. ${topic}`, ...lines].join('\n')
    parts.push(part)
    size += part.length + 2
  }
  return parts
    .join('\n\n')
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length, '.')
}
