import type { SchoolLanguage } from '../schoolKind.ts'
import { textsOf } from '../texts/textsOf.ts'

/** An answer and who chose it, by the names of `seats` (chatPlan.ts); of an anonymous poll nobody will ever see them. */
type PlannedOption = { text: string; votes: readonly string[] }

type PlannedPoll = {
  /** Who chose each answer, in the order of the texts. */
  votes: readonly (readonly string[])[]
  isAnonymous?: true
  isMultipleChoice?: true
  /** School days from the seed's own; it closes at 18:00. */
  closes?: number
}

const by = (names = ''): string[] => names.split(' ').filter(Boolean)

const robots: readonly (readonly string[])[] = [
  by('Samir Tom Ida Leon Milan Frieda'),
  by('Marie Paula Lara'),
  by('Aiko'),
  by(),
  by('Linh Sofia'),
  by('Mika Elias'),
  by(),
  by('Luise Romy Maja'),
  by('Deniz Henri Jakob'),
  by(),
  by(),
  by('Phuong'),
  by(),
  by(),
  by('Chiara'),
  by(),
  by(),
  by('Ruiz'),
  by(),
  by('Ilja Paul'),
]

/** The polls of the seed's chats, of every kind there is. `film` is the one of look/chat. */
export const chatPolls: Record<string, PlannedPoll> = {
  film: {
    votes: [
      by('Mika Aiko Emil Maja Leon Linh Mia Aleksandra Sofia'),
      by('Albrecht Ruiz Deniz Elias Milan Romy Phuong Lara'),
      by('Lena Ida Marie Paula Tom Samir'),
    ],
  },
  practice: {
    votes: [
      by('Aiko Mika Lena Chiara Sofia Linh Phuong Mia'),
      by('Luise Emil Paula Lara Ilja Jakob Frieda'),
      by('Deniz Milan Romy Elias Marie Ida Aleksandra Maja Samir'),
    ],
    closes: -36,
  },
  party: {
    votes: [
      by('Mika Lena Linh Mia Frieda Chiara Lara'),
      by('Mika Elias Paul Henri Aiko Jakob Emil'),
      by('Ida Marie Paula Lara Romy Sofia Luise Maja Aleksandra'),
      by('Tom Samir Leon Milan Deniz Ilja'),
    ],
    isMultipleChoice: true,
    closes: -26,
  },
  holes: {
    votes: [
      by('Aiko Chiara Frieda Lena Sofia Phuong'),
      by('Mika Paula Linh Mia Lara Marie Elias Romy'),
      by('Deniz Emil Ida Luise Milan Henri Jakob'),
      by('Tom Leon'),
    ],
  },
  day: {
    votes: [
      by('Mika Emil Paula Lara Chiara'),
      by('Aiko Mika Linh Lena'),
      by('Deniz Milan'),
      by('Luise Frieda Aiko Mika Emil Ida'),
    ],
    isMultipleChoice: true,
  },
  robots: { votes: robots },
  conference: {
    votes: [by('Ruiz Lorenz Moreau Hagen Demir Vogel'), by('Albrecht Seidel Petri')],
    isAnonymous: true,
  },
  calculator: {
    votes: [by(), by(), by()],
  },
  training: {
    votes: [by('Albrecht Seidel Petri Demir'), by('Hagen Lorenz'), by('Brandt Vogel Ruiz Kern Moreau')],
    isAnonymous: true,
    isMultipleChoice: true,
    closes: -8,
  },
  pieces: {
    votes: [by('Aiko Frieda Lina'), by('Aiko Kofi Lina Albrecht'), by('Frieda'), by('Kofi')],
    isMultipleChoice: true,
  },
  sure: {
    votes: [by('Aiko'), by('Mika Lena Chiara'), by('Emil Luise Paula')],
    isAnonymous: true,
  },
}

/** What can be chosen in a poll, and by whom it was. */
export const optionsOf = (poll: string, language: SchoolLanguage): PlannedOption[] =>
  (textsOf(language).polls[poll] ?? []).map((text, index) => ({
    text,
    votes: chatPolls[poll]?.votes[index] ?? [],
  }))
