import type { PlannedHomework } from './classes.ts'
import type { Draw } from './draw.ts'
import mixed from './handIns.json' with { type: 'json' }
import type { Bytes } from './schoolFiles.ts'
import type { SchoolTexts } from './schoolTexts.ts'

const hour = 60
const day = 24 * hour

/** What a pupil of the seed school did. Minutes count from when it was due, negative before it. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  /** Under which name, and what: a file that is kept, by its name or path, or bytes. */
  files?: readonly ({ name: string } & ({ kept: string } | { bytes: Bytes }))[]
  correction?: { text: string; share?: number }
}

/** A pupil's work as handIns.json has it, by seat: the first two of 8b are Mika Sommer and Aiko Tanaka. */
type WrittenHandIn = {
  /** Hours from when it was due, and minutes on top. */
  seen?: number
  handedIn?: number
  minutes?: number
  /** Keys of the texts, or which word a pupil has to say. */
  comment?: 'unclear' | 'twoTries'
  word?: number
  correction?: 'signs' | 'comeAndSee' | 'asAgreed'
  share?: number
  files?: readonly WrittenFile[]
}

/** Called by a key of the texts, or as in the plans; a photo of the homework by turns, its typed pages, or what is kept. */
type WrittenFile = {
  title?: keyof SchoolTexts['handIns']['names']
  name?: string
  photo?: number
  /** Left out where the homework has fewer photos. */
  once?: boolean
  pages?: boolean
  kept?: string
}

/** What the work of a class is made of; `age` is how long ago it was set, in minutes. */
type Materials = { planned: PlannedHomework; draw: Draw; texts: SchoolTexts; age: number }

/** What a pupil did with a homework of this state. */
export function plannedHandIn(seat: number, { planned, draw, texts, age }: Materials): HandIn {
  if (planned.state === 'corrected') return correctedHandIn(seat, texts)
  if (planned.state === 'open') return openHandIn(seat, age, texts)
  const { handIns, corrections } = texts
  const { photos = [], pages } = planned
  const typed = pages === 'maths' ? 'exercise' : 'essay'
  const fileOf = ({ title, name = '', photo, once, pages, kept }: WrittenFile) => {
    const called = title ? handIns.names[title] : (texts.names[name] ?? name)
    if (pages) return { name: title ? called : handIns.names[typed], kept: `${typed}.pdf` }
    if (kept) return { name: called, kept }
    if (photo === undefined)
      return { name: called, bytes: Uint8Array.from({ length: 400 }, () => draw.number(0, 255)) }
    const found = photos[once ? photo : photo % photos.length]
    return found ? { name: called, kept: found } : []
  }
  const written = (mixed as WrittenHandIn[])[seat]
  // What is beyond the list follows by turns. The newest, which a teacher opens first, is one with a photo.
  if (!written && seat % 3 === 0) return {}
  const photo: WrittenFile[] = seat % 4 === 2 ? [{ title: 'page', photo: seat >> 2 }] : []
  const work: WrittenHandIn = written ?? { seen: -48, handedIn: -seat, files: photo }
  const { seen, handedIn, minutes = 0, comment, word, correction, share, files } = work
  const exercises = handIns.exercises.replace('{last}', String(2 + (seat % 4)))
  const said = comment ? handIns[comment] : handIns.words[word ?? Number.NaN]
  return {
    ...(seen !== undefined && { seen: seen * hour }),
    ...(handedIn !== undefined && { handedIn: handedIn * hour + minutes }),
    comment: said ?? (written ? '' : exercises),
    ...(files && { files: files.flatMap(fileOf) }),
    ...(correction && { correction: { text: corrections[correction], ...(share && { share }) } }),
  }
}

/** Returned work: most with points, some without, one with a half point. */
function correctedHandIn(seat: number, { handIns, corrections }: SchoolTexts): HandIn {
  if (seat % 9 === 8) return { seen: -day }
  const share = seat % 7 === 6 ? {} : { share: (4 + (seat % 7)) / 10 }
  return {
    seen: -3 * day,
    handedIn: seat % 5 === 4 ? 3 * hour : -seat * hour - 30,
    comment: seat % 2 === 0 ? handIns.done : '',
    correction: { text: seat % 3 === 0 ? corrections.neat : corrections.compare, ...share },
  }
}

/** Not due yet: some have seen it, few were quick. Nothing happens before it was set. */
function openHandIn(seat: number, age: number, { handIns }: SchoolTexts): HandIn {
  if (seat % 4 === 3) return { seen: -age / 2, handedIn: -age / 4, comment: handIns.early }
  return seat % 2 === 0 ? { seen: -age / 2 } : {}
}
