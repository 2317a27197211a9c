import { november } from './november.ts'
import { october } from './october.ts'
import { chessClub, class10a, examGroup, lenaWeber, library, museumTrip, schoolChoir } from './otherTalk.ts'
import { recent } from './recent.ts'
import { seats } from './seats.ts'
import { september } from './september.ts'
import { mathsDepartment, parents8b, staffAll, teachers8b } from './staffTalk.ts'
import type { Thread } from './thread.ts'

/** A chat of the seed school. People stand in it by the names of seats.ts. */
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
export const chatPlan: readonly PlannedChat[] = [
  {
    name: 'Class 8b',
    admins: ['Albrecht'],
    writers: ['Ruiz', 'Hagen', ...pupils8b],
    talk: [...september, ...october, ...november, ...recent],
    unread: { Albrecht: 2, Ruiz: 1, Mika: 1, Aiko: 2 },
  },
  {
    name: 'Teachers 8b',
    admins: ['Albrecht'],
    writers: names('Ruiz Kern Seidel Vogel Brandt Lorenz Moreau Thoma Petri Hagen Demir'),
    talk: teachers8b,
    unread: { Albrecht: 7, Ruiz: 3 },
  },
  {
    name: 'Parents 8b',
    admins: ['Albrecht', 'Ruiz'],
    readers: pupils8b,
    isBroadcast: true,
    talk: parents8b,
    unread: { Mika: 1 },
  },
  {
    name: 'Museum trip',
    admins: ['Ruiz'],
    writers: ['Albrecht', 'Demir', ...pupils8b],
    talk: museumTrip,
    unread: { Albrecht: 4, Mika: 2, Aiko: 4 },
  },
  {
    name: 'Maths department',
    admins: ['Kern'],
    writers: names('Albrecht Brandt Vogel'),
    talk: mathsDepartment,
    unread: { Albrecht: 1, Kern: 1 },
  },
  { name: 'Lena Weber', admins: ['Albrecht'], writers: ['Lena'], isDirect: true, talk: lenaWeber },
  {
    name: 'School choir',
    admins: ['Petri'],
    writers: names('Albrecht Aiko Frieda Chiara Lina Kofi Hannah'),
    readers: ['Mika'],
    talk: schoolChoir,
    unread: { Lina: 1 },
  },
  {
    name: 'Staff, all',
    admins: ['Thoma'],
    readers: names('Albrecht Ruiz Kern Seidel Vogel Brandt Lorenz Moreau Petri Hagen Demir'),
    isBroadcast: true,
    talk: staffAll,
  },
  {
    name: 'Exam group 8b',
    admins: ['Albrecht'],
    writers: names('Mika Aiko Emil Lena Luise Chiara Paula'),
    isWithoutFiles: true,
    talk: examGroup,
  },
  {
    name: 'Class 10a',
    admins: ['Ruiz'],
    writers: ['Kern', ...pupils10a],
    talk: class10a,
    unread: { Ruiz: 2, Lina: 1 },
  },
  {
    name: 'Chess club',
    admins: ['Kern'],
    writers: names('Mika Aiko Lina Noah'),
    talk: chessClub,
    unread: { Kern: 2, Mika: 2 },
  },
  {
    name: 'Library',
    admins: ['Moreau'],
    readers: [...pupils8b, ...pupils10a],
    isBroadcast: true,
    isWithoutFiles: true,
    talk: library,
    unread: { Aiko: 1, Lina: 1 },
  },
  { name: 'Drama group', admins: ['Kern'], writers: names('Mika Lina'), talk: [] },
]
