import type { DocumentStore } from '../service/db/documentStore.ts'
import type { Schema } from '../service/db/schema.ts'
import { createPdf } from './createPdf.ts'

export type SchoolLanguage = 'en' | 'de'

/** `now` is in Unix ms, `timeZone` an IANA name. */
export type SchoolTime = { now: number; timeZone: string }

export type Bytes = Uint8Array<ArrayBuffer>

/** Reads a file of this folder, e.g. `files/board.jpg`. */
export type SchoolFiles = (path: string) => Promise<Bytes>

export type RenewInput = SchoolTime & { files: SchoolFiles }

export type SeedInput = RenewInput & { documents: DocumentStore }

type Value = string | number | null

/** Texts may contain the dates and placeholders of schoolDays.ts. */
export type SchoolRow = Record<string, Value>

/** Content of `school.json`. See README.md. */
export type SchoolData = {
  due: Record<string, DueDay>
  words: Record<string, readonly string[]>
  substitutions: readonly Substitution[]
  tables: readonly {
    table: keyof Schema
    same?: SchoolRow
    columns: readonly string[]
    rows: readonly (readonly Value[])[]
  }[]
  sheets: Record<string, readonly (readonly string[])[]>
}

/** `days` from today to the day on which the homework is due. `times` are the first lessons by weekday. */
type DueDay = { days: number; lead: number; times: Record<string, string> }

/**
 * Change of a lesson. `since: 'today'` leaves out earlier days, and `later` is the teacher on later ones. Without a
 * weekday, a remark on the next school day.
 */
type Substitution = {
  course: number
  weekday?: number
  since?: 'today'
  later?: string
  item: object | string
}

export const readSchool = async (files: SchoolFiles, language: SchoolLanguage): Promise<SchoolData> =>
  JSON.parse(new TextDecoder().decode(await files(`${language}/school.json`)))

export const listRows = ({ tables }: SchoolData, name: keyof Schema): SchoolRow[] =>
  tables
    .filter(({ table }) => table === name)
    .flatMap(({ same, columns, rows }) =>
      rows.map(row => ({
        ...same,
        ...Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])),
      })),
    )

/** A PDF of the sheets, or a stored file. */
export async function loadFile({ sheets }: SchoolData, files: SchoolFiles, name: string): Promise<Bytes> {
  const pages = sheets[name]
  return pages ? createPdf(pages) : files(name)
}
