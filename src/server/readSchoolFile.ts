import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SchoolFiles } from '../school/schoolFiles.ts'

const folder = join(import.meta.dirname, '../school')

/** What is kept for the made-up school, from the files of the program. */
export const readSchoolFile: SchoolFiles = async path => new Uint8Array(await readFile(join(folder, path)))
