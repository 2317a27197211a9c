/** One of three colours or widths. */
export type Level = 1 | 2 | 3
export const levels: readonly Level[] = [1, 2, 3]

/** Clockwise rotation of the page while the mark was placed, in degrees. The mark is upright in that rotation. */
export type Turn = 0 | 90 | 180 | 270

/**
 * Positions are page coordinates: CSS pixels at 100 %, in the rotation in which the page is stored. They do not depend
 * on the user's zoom and rotation.
 */
export type Stroke = {
  kind: 'pen' | 'highlighter'
  page: number
  colour: Level
  width: Level
  /** x, y and pressure (0 to 1) of each point. */
  points: readonly number[]
}

export type PlacedMark = { page: number; colour: Level; x: number; y: number; turn: Turn }
/** `x` and `y` are its centre. */
export type Stamp = PlacedMark & { kind: 'tick' | 'cross' }
/** `x` and `y` are the start of its first line. */
export type TextMark = PlacedMark & { kind: 'text'; text: string }

export type Mark = Stroke | Stamp | TextMark
/** The ID of a mark is its position in the order in which marks were added. */
export type IdentifiedMark = Mark & { id: number }

/** Operations are only ever appended, so that each can be stored by itself. */
export type MarkOperation =
  | { type: 'add'; mark: Mark }
  | { type: 'erase'; ids: readonly number[] }
  /** Changes or moves a mark. */
  | { type: 'replace'; id: number; mark: Mark }
  /** Changes the mark that the last operation placed, as a part of that operation. */
  | { type: 'amend'; id: number; mark: Mark }
  | { type: 'undo' }
  | { type: 'redo' }

/** IDs of the marks that an operation added and erased. */
type Step = { added: readonly number[]; erased: readonly number[] }

export type MarkHistory = {
  marks: readonly IdentifiedMark[]
  erased: ReadonlySet<number>
  done: readonly Step[]
  undone: readonly Step[]
  /** Visible marks by page. The list of a page stays the same while its marks do. */
  pages: ReadonlyMap<number, readonly IdentifiedMark[]>
}

/** More marks would make drawing slow. */
export const maxMarksPerPage = 5000

export const emptyHistory: MarkHistory = {
  marks: [],
  erased: new Set(),
  done: [],
  undone: [],
  pages: new Map(),
}

const noMarks: readonly IdentifiedMark[] = []

export const getPageMarks = ({ pages }: MarkHistory, page: number): readonly IdentifiedMark[] =>
  pages.get(page) ?? noMarks

export const hasVisibleMarks = ({ pages }: MarkHistory): boolean =>
  pages.values().some(marks => marks.length > 0)

export const isPageFull = (history: MarkHistory, page: number): boolean =>
  getPageMarks(history, page).length >= maxMarksPerPage

export const canUndo = ({ done }: MarkHistory): boolean => done.length > 0
export const canRedo = ({ undone }: MarkHistory): boolean => undone.length > 0

export const createHistory = (operations: Iterable<MarkOperation>): MarkHistory => {
  let history = emptyHistory
  for (const operation of operations) history = applyOperation(history, operation)
  return history
}

/** Returns the same object if the operation has no effect. */
export function applyOperation(history: MarkHistory, operation: MarkOperation): MarkHistory {
  const { done, undone } = history
  switch (operation.type) {
    case 'add':
      if (isPageFull(history, operation.mark.page)) return history
      return addMark(history, operation.mark, [])
    case 'erase': {
      const ids = operation.ids.filter(id => isVisible(history, id))
      if (ids.length === 0) return history
      const step = { added: [], erased: ids }
      return { ...applyStep(history, step), done: [...done, step], undone: [] }
    }
    case 'replace':
      return isVisible(history, operation.id) ? addMark(history, operation.mark, [operation.id]) : history
    case 'amend':
      return isVisible(history, operation.id) ? amendMark(history, operation.mark, operation.id) : history
    case 'undo': {
      const step = done.at(-1)
      if (!step) return history
      return {
        ...applyStep(history, { added: step.erased, erased: step.added }),
        done: done.slice(0, -1),
        undone: [...undone, step],
      }
    }
    case 'redo': {
      const step = undone.at(-1)
      if (!step) return history
      return { ...applyStep(history, step), done: [...done, step], undone: undone.slice(0, -1) }
    }
  }
}

const isVisible = ({ marks, erased }: MarkHistory, id: number): boolean =>
  marks[id] !== undefined && !erased.has(id)

/** Adds a mark instead of others. */
function addMark(history: MarkHistory, mark: Mark, erased: readonly number[]): MarkHistory {
  const added = { ...mark, id: history.marks.length }
  const rest = erased.length > 0 ? applyStep(history, { added: [], erased }) : history
  return {
    ...rest,
    marks: [...history.marks, added],
    done: [...history.done, { added: [added.id], erased }],
    undone: [],
    pages: new Map(rest.pages).set(mark.page, [...getPageMarks(rest, mark.page), added]),
  }
}

/** Replaces a mark. Undo then restores what was there before the mark was added. */
function amendMark(history: MarkHistory, mark: Mark, id: number): MarkHistory {
  const next = addMark(history, mark, [id])
  const [step, change] = [history.done.at(-1), next.done.at(-1)]
  if (!step?.added.includes(id) || !change) return next
  return { ...next, done: [...history.done.slice(0, -1), { ...step, added: change.added }] }
}

function applyStep(history: MarkHistory, step: Step): MarkHistory {
  const { marks } = history
  const erased = new Set(history.erased)
  for (const id of step.added) erased.delete(id)
  for (const id of step.erased) erased.add(id)
  const pages = new Map(history.pages)
  for (const page of new Set([...step.added, ...step.erased].map(id => marks[id]?.page)))
    if (page !== undefined)
      pages.set(
        page,
        marks.filter(mark => mark.page === page && !erased.has(mark.id)),
      )
  return { ...history, erased, pages }
}
