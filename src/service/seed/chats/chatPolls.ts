/** An answer and who chose it, by the names of seats.ts; of an anonymous poll nobody will ever see them. */
type PlannedOption = { text: string; votes: readonly string[] }

type PlannedPoll = {
  options: readonly PlannedOption[]
  isAnonymous?: true
  isMultipleChoice?: true
  /** School days from the seed's own; it closes at 18:00. */
  closes?: number
}

const option = (text: string, votes = ''): PlannedOption => ({
  text,
  votes: votes.split(' ').filter(Boolean),
})

const robots: readonly PlannedOption[] = [
  option('Gizmo', 'Samir Tom Ida Leon Milan Frieda'),
  option('Rosie', 'Marie Paula Lara'),
  option('Klara and the window', 'Aiko'),
  option('B-9'),
  option('Ada', 'Linh Sofia'),
  option('Robert the talking typewriter', 'Mika Elias'),
  option('Unit 7'),
  option('Piep', 'Luise Romy Maja'),
  option('The one without a head', 'Deniz Henri Jakob'),
  option('Telephone lady'),
  option('Copper'),
  option('Morse', 'Phuong'),
  option('R. Giskard'),
  option('Hänschen'),
  option('Nightingale', 'Chiara'),
  option('Automat 1760'),
  option('Little Carl'),
  option('The chess Turk', 'Ruiz'),
  option('Nobody, we look around'),
  option('I don’t mind', 'Ilja Paul'),
]

/** The polls of the seed's chats, of every kind there is. `film` is the one of look/chat. */
export const chatPolls: Record<string, PlannedPoll> = {
  film: {
    options: [
      option('Krabat', 'Mika Aiko Emil Maja Leon Linh Mia Aleksandra Sofia'),
      option('The Wave', 'Albrecht Ruiz Deniz Elias Milan Romy Phuong Lara'),
      option('No film, games instead', 'Lena Ida Marie Paula Tom Samir'),
    ],
  },
  practice: {
    options: [
      option('Exercises with solutions', 'Aiko Mika Lena Chiara Sofia Linh Phuong Mia'),
      option('Explain it once more', 'Luise Emil Paula Lara Ilja Jakob Frieda'),
      option('A practice test', 'Deniz Milan Romy Elias Marie Ida Aleksandra Maja Samir'),
    ],
    closes: -36,
  },
  party: {
    options: [
      option('Breakfast together', 'Mika Lena Linh Mia Frieda Chiara Lara'),
      option('Board games', 'Mika Elias Paul Henri Aiko Jakob Emil'),
      option('Music', 'Ida Marie Paula Lara Romy Sofia Luise Maja Aleksandra'),
      option('Cake, only cake', 'Tom Samir Leon Milan Deniz Ilja'),
    ],
    isMultipleChoice: true,
    closes: -26,
  },
  holes: {
    options: [
      option('Finished', 'Aiko Chiara Frieda Lena Sofia Phuong'),
      option('More than half', 'Mika Paula Linh Mia Lara Marie Elias Romy'),
      option('Less than half', 'Deniz Emil Ida Luise Milan Henri Jakob'),
      option('Which book?', 'Tom Leon'),
    ],
  },
  day: {
    options: [
      option('Monday, 7th hour', 'Mika Emil Paula Lara Chiara'),
      option('Tuesday, 7th hour', 'Aiko Mika Linh Lena'),
      option('Wednesday, 7th hour', 'Deniz Milan'),
      option('Thursday, 7th hour', 'Luise Frieda Aiko Mika Emil Ida'),
    ],
    isMultipleChoice: true,
  },
  robots: { options: robots },
  conference: {
    options: [
      option('Half an hour does', 'Ruiz Lorenz Moreau Hagen Demir Vogel'),
      option('A whole one', 'Albrecht Seidel Petri'),
    ],
    isAnonymous: true,
  },
  calculator: {
    options: [option('The one we have'), option('One with a graph'), option('None before class 10')],
  },
  training: {
    options: [
      option(
        'Feedback that helps: how to say what is good and what is missing so that a pupil knows what to do next, with examples from our own corrections',
        'Albrecht Seidel Petri Demir',
      ),
      option(
        'Digital tools in lessons, for beginners: files, homework and chats, what they are good for, what they are not good for, and how to switch them off in the evening',
        'Hagen Lorenz',
      ),
      option(
        'First aid in the laboratory, in the gym and on trips, with a certificate that is valid for two years',
        'Brandt Vogel Ruiz Kern Moreau',
      ),
    ],
    isAnonymous: true,
    isMultipleChoice: true,
    closes: -8,
  },
  pieces: {
    options: [
      option('Maria durch ein Dornwald ging', 'Aiko Frieda Lina'),
      option('Carol of the Bells', 'Aiko Kofi Lina Albrecht'),
      option('Hymne à la nuit', 'Frieda'),
      option('Something with drums', 'Kofi'),
    ],
    isMultipleChoice: true,
  },
  sure: {
    options: [
      option('Very', 'Aiko'),
      option('Quite', 'Mika Lena Chiara'),
      option('Not at all', 'Emil Luise Paula'),
    ],
    isAnonymous: true,
  },
}
