import { pdf } from '../pdf.ts'
import type { Pictures } from '../photos.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import type { Pages } from '../texts/SchoolTexts.ts'
import { textsOf } from '../texts/textsOf.ts'
import { hallPlan } from './hallPlan.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a file is made with. */
export type FileMaterials = { language: SchoolLanguage; pictures: Pictures }

const text = (content: string): Bytes => new TextEncoder().encode(content)
const words = ({ language }: FileMaterials) => textsOf(language)

/** What is sent in the chats of the seed, by the name it has in the plan. */
export const chatFiles: Record<string, (materials: FileMaterials) => Bytes | Promise<Bytes>> = {
  'museum-trip-form.pdf': materials => museumForm(words(materials).pdfs.museumForm),
  'museum letter.pdf': materials => pdf(words(materials).pdfs.museumLetter),
  'timetable 8b.pdf': materials => pdf(words(materials).pdfs.timetable),
  'parents evening.pdf': materials => pdf(words(materials).pdfs.parentsEvening),
  'summary fractions.pdf': materials => pdf(words(materials).pdfs.summary),
  'vocabulary.jpg': ({ pictures }) => pictures('vocabulary'),
  'page 1.jpg': ({ pictures }) => pictures('fractions-2'),
  'board.jpg': ({ pictures }) => pictures('board'),
  'pike.jpg': ({ pictures }) => pictures('pike'),
  'posters.jpg': ({ pictures }) => pictures('posters'),
  'hall-plan.png': () => hallPlan(),
  'results.csv': materials => text(words(materials).texts.results),
  'packing list.txt': materials => text(words(materials).texts.packingList),
}

/** A form of one page with a scanned plan on it: 240 kB, as forms are. */
const museumForm = (pages: Pages): Bytes => pdf(pages, { picture: { width: 364, height: 336, grey: plan } })

/** The way from the gate to the bus, in shades of grey. */
function plan(x: number, y: number): number {
  const isStreet = (y > 150 && y < 200) || (x > 230 && x < 265)
  const isHouse = Math.floor(x / 58) % 2 === Math.floor(y / 50) % 2 && x % 58 > 12 && y % 50 > 12
  if (isStreet) return 235
  return isHouse ? 120 : 205
}
