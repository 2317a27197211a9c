import type { PapersDraft, Part } from './papersDraft.ts'

/** Returns the first page of each part, of `size` pages each. The last part may be shorter. */
export function splitByCount(pageCount: number, size: number): number[] {
  const firsts: number[] = []
  for (let first = 0; first < pageCount; first += Math.max(1, Math.floor(size))) firsts.push(first)
  return firsts
}

type BlankSplit = {
  firsts: number[]
  /** The blank pages, which separate the parts. */
  omittedPages: number[]
}

/**
 * Returns parts that are separated by one or more blank pages. A blank page belongs to the part before it, or to the
 * first one. If every page is blank, they stay one part.
 */
export function splitAtBlank(isBlank: readonly boolean[]): BlankSplit {
  const pages = isBlank.map((_, page) => page)
  const omittedPages = pages.filter(page => isBlank[page])
  if (omittedPages.length === pages.length) return { firsts: pages.slice(0, 1), omittedPages: [] }
  const begins = pages.filter(page => !isBlank[page] && (page === 0 || isBlank[page - 1]))
  return { firsts: [0, ...begins.slice(1)], omittedPages }
}

/** Default number of pages per part: the pages divided among the pupils, if this leaves no rest. */
export function guessPagesPerPart(pageCount: number, pupilCount: number): number {
  const isEven = pupilCount > 0 && pageCount % pupilCount === 0
  return isEven && pageCount > 0 ? pageCount / pupilCount : Math.min(2, Math.max(1, pageCount))
}

const emptyPart: Omit<Part, 'first'> = { pupilId: null, points: '', files: [] }

/** Returns new parts. A part that begins with the same page as before keeps its pupil and points. */
export function splitAgain(parts: readonly Part[], firsts: readonly number[]): Part[] {
  const before = new Map(parts.map(part => [part.first, part]))
  return firsts.map(first => {
    const { pupilId, points } = before.get(first) ?? emptyPart
    return { ...emptyPart, first, pupilId, points }
  })
}

/** Begins a new part with `page`. */
export function splitBefore(parts: readonly Part[], page: number): Part[] {
  if (parts.some(({ first }) => first === page)) return [...parts]
  const all = parts.map(part => (part === findPart(parts, page) ? { ...part, files: [] } : part))
  return [...all, { ...emptyPart, first: page }].toSorted((a, b) => a.first - b.first)
}

type Assignment = Pick<Part, 'pupilId' | 'points'>

const isAssigned = ({ pupilId, points }: Assignment): boolean => pupilId !== null || points.trim() !== ''

/**
 * Returns which pupil and points two joined parts have. `dropped` are those of the other part, if it has any. The
 * previous part takes precedence, unless only the other one has a pupil.
 */
export function joinAssignments(
  previous: Assignment,
  part: Assignment,
): { kept: Assignment; dropped: Assignment | undefined } {
  const isPreviousKept = previous.pupilId !== null || (part.pupilId === null && isAssigned(previous))
  const [kept, other] = isPreviousKept ? [previous, part] : [part, previous]
  return { kept, dropped: isAssigned(other) ? other : undefined }
}

/** Adds the pages of the part to the part before it. */
export function mergeWithPrevious(parts: readonly Part[], first: number): Part[] {
  const index = parts.findIndex(part => part.first === first)
  const [previous, part] = [parts[index - 1], parts[index]]
  if (!previous || !part) return [...parts]
  const { pupilId, points } = joinAssignments(previous, part).kept
  return parts.toSpliced(index - 1, 2, { ...previous, pupilId, points, files: [] })
}

/** Returns the part that contains the page. */
export const findPart = (parts: readonly Part[], page: number): Part | undefined =>
  parts.findLast(({ first }) => first <= page)

type Pages = { pageCount: number; parts: readonly Part[] }

/** Returns all pages of a part, including omitted ones. */
export function getPages({ pageCount, parts }: Pages, part: Pick<Part, 'first'>): number[] {
  const end = parts.find(({ first }) => first > part.first)?.first ?? pageCount
  return Array.from({ length: end - part.first }, (_, index) => part.first + index)
}

/** Returns the pages of a part that the pupil gets. */
export const getReturnedPages = (
  papers: Pages & { omittedPages: readonly number[] },
  part: Pick<Part, 'first'>,
): number[] => getPages(papers, part).filter(page => !papers.omittedPages.includes(page))

/** Swaps two photos. The parts keep their places. Files that were cut out have the other pages. */
export function swapPhotos(papers: PapersDraft, page: number, other: number): Partial<PapersDraft> {
  const { parts, pageCount } = papers
  const swapped = (index: number) => (index === page ? other : index === other ? page : index)
  const changed = [page, other].map(index => findPart(parts, index))
  return {
    scan: papers.scan.map((file, index) => papers.scan[swapped(index)] ?? file),
    ink: Array.from({ length: pageCount }, (_, index) => papers.ink[swapped(index)] ?? null),
    omittedPages: papers.omittedPages.map(swapped),
    parts: parts.map(part => (changed.includes(part) ? { ...part, files: [] } : part)),
  }
}

/** Whether two neighbouring photos can be swapped: pages of a locked part stay. */
export const canSwap = (
  { kind, parts, pageCount }: PapersDraft,
  isLocked: (part: Part) => boolean,
  page: number,
  other: number,
): boolean =>
  kind === 'photos' &&
  other >= 0 &&
  other < pageCount &&
  [page, other].every(index => {
    const part = findPart(parts, index)
    return part !== undefined && !isLocked(part)
  })
