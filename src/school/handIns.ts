import type { PlannedHomework } from './classes.ts'
import type { Draw } from './draw.ts'
import type { Bytes } from './schoolFiles.ts'
import type { SchoolTexts } from './schoolTexts.ts'

const hour = 60
const day = 24 * hour

/** What the work of a class is made of. */
export type Materials = {
  planned: Pick<PlannedHomework, 'photos' | 'pages' | 'hasWorksheet'>
  draw: Draw
  texts: SchoolTexts
}

/**
 * Mixed work by seat: the first two pupils of 8b are Mika Sommer and Aiko Tanaka. What is beyond the list follows by
 * turns.
 */
export function mixedHandIn(seat: number, materials: Materials): HandIn {
  const { planned, draw, texts } = materials
  const { handIns, corrections } = texts
  const named = (name: string) => texts.names[name] ?? name
  const photos = planned.photos ?? []
  const photo = (name: string, kept: string | undefined) => (kept ? [{ name: named(name), kept }] : [])
  const pages = planned.pages === 'maths' ? 'exercise.pdf' : 'essay.pdf'
  const titled = planned.pages === 'maths' ? handIns.names.exercise : handIns.names.essay
  switch (seat) {
    case 0:
      return {
        seen: -2 * day,
        handedIn: 2 * hour,
        comment: handIns.unclear,
        files: [
          ...photo('page1.jpg', photos[0]),
          ...photo('page2.jpg', photos[1]),
          { name: titled, kept: pages },
        ],
      }
    case 1:
      return {
        seen: -3 * day,
        handedIn: -14 * hour,
        comment: handIns.twoTries,
        files: [{ name: handIns.names.allPages, kept: pages }],
      }
    case 2:
      return {
        seen: -day,
        handedIn: -3 * hour,
        files: [{ name: handIns.names.notes, kept: 'notes.txt' }],
      }
    case 3:
      return {
        handedIn: -5 * hour,
        comment: '',
        files: [
          { name: handIns.names.sketch, bytes: Uint8Array.from({ length: 400 }, () => draw.number(0, 255)) },
        ],
      }
    case 4:
      return { handedIn: -day, files: photo(handIns.names.scan, photos[2] ?? photos[0]) }
    case 5:
      return { handedIn: -7 * hour, correction: { text: corrections.signs, share: 0.9 } }
    case 6:
      return { handedIn: -8 * hour, correction: { text: corrections.comeAndSee } }
    case 7:
      return { correction: { text: corrections.asAgreed } }
    case 8:
    case 9:
    case 10:
      return {
        handedIn: -4 * hour - (seat - 8),
        comment: handIns.words[seat - 8] ?? '',
        files: photo(handIns.names.page, photos[(seat - 8) % photos.length]),
      }
    case 11:
    case 12:
      return {}
    case 13:
    case 14:
      return { seen: -seat * hour }
    default:
      return seat % 3 === 0
        ? {}
        : {
            seen: -2 * day,
            handedIn: -seat * hour,
            comment: handIns.exercises.replace('{last}', String(2 + (seat % 4))),
            // The newest, which a teacher opens first, is one of them.
            ...(seat % 4 === 2 && { files: photo(handIns.names.page, photos[(seat >> 2) % photos.length]) }),
          }
  }
}

/** Returned work: most with points, some without, one with a half point. */
export function correctedHandIn(seat: number, { handIns, corrections }: SchoolTexts): HandIn {
  if (seat % 9 === 8) return { seen: -day }
  const share = seat % 7 === 6 ? {} : { share: (4 + (seat % 7)) / 10 }
  return {
    seen: -3 * day,
    handedIn: seat % 5 === 4 ? 3 * hour : -seat * hour - 30,
    comment: seat % 2 === 0 ? handIns.done : '',
    correction: { text: seat % 3 === 0 ? corrections.neat : corrections.compare, ...share },
  }
}

/** Not due yet: some have seen it, few were quick. Nothing happens before it was set: `age` is that in minutes. */
export function openHandIn(seat: number, age: number, { handIns }: SchoolTexts): HandIn {
  if (seat % 4 === 3) return { seen: -age / 2, handedIn: -age / 4, comment: handIns.early }
  return seat % 2 === 0 ? { seen: -age / 2 } : {}
}

/** What a pupil of the seed school did. Minutes count from when it was due, negative before it. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  /** Under which name, and what: a file that is kept, by its name or path, or bytes. */
  files?: readonly ({ name: string } & ({ kept: string } | { bytes: Bytes }))[]
  correction?: { text: string; share?: number }
}
