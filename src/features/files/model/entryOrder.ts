import type { ClassFile } from '../../../contract/files.ts'
import { type FileColumn, fileColumns, type SortColumn, type SortContext } from './fileColumns.ts'

export type Sorting = { column: SortColumn; descending: boolean }

export const sortByName: Sorting = { column: 'name', descending: false }

type Compare = (a: ClassFile, b: ClassFile) => number

/** Order of entries: folders before files, and equal ones by name. */
export type EntryOrder = {
  compare: Compare
  /** Identifies the order. Undefined if sorted rows can't be reused. */
  key: string | undefined
  /** Key of the opposite order. */
  reversedKey?: string
}

export function createEntryOrder(
  { column, descending }: Sorting,
  { language, ...context }: SortContext & { language: string },
): EntryOrder {
  const { compare: compareText } = getCollator(language)
  const sign = descending ? -1 : 1
  const compareNames: Compare = (a, b) => compareText(a.name, b.name) || a.id - b.id
  const foldersFirst: Compare = (a, b) => Number(b.is_dir) - Number(a.is_dir)
  const createKey = (direction: number) => `${column} ${direction} ${language} ${context.timeZone}`
  const fileColumn: FileColumn | undefined = fileColumns.find(({ name }) => name === column)
  if (!fileColumn) {
    return {
      key: createKey(sign),
      reversedKey: createKey(-sign),
      compare: (a, b) => foldersFirst(a, b) || sign * compareNames(a, b),
    }
  }
  const getValue = memoize(fileColumn.createSortValue(context))
  return {
    key: fileColumn.dependsOnOtherEntries ? undefined : createKey(sign),
    compare: (a, b) => foldersFirst(a, b) || sign * (getValue(a) - getValue(b)) || compareNames(a, b),
  }
}

function memoize(getValue: (entry: ClassFile) => number): (entry: ClassFile) => number {
  const values = new Map<ClassFile, number>()
  return entry => {
    const value = values.get(entry) ?? getValue(entry)
    values.set(entry, value)
    return value
  }
}

const collators = new Map<string, Intl.Collator>()

/** Numeric collation: `page 2` comes before `page 10`. */
function getCollator(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}
