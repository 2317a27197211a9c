import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photos } from '../school/photos.ts'

const folder = join(import.meta.dirname, '../school/photos')

/** The photos of the made-up school, from the files of the program. */
export const readPhoto: Photos = async name => new Uint8Array(await readFile(join(folder, `${name}.jpg`)))
