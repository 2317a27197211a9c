import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test } from '@playwright/test'
import { installFinder } from './findControls.ts'
import { type Note, noteControls } from './noteControls.ts'

/** Read by `npm run controls`. */
export const recordsDirectory = join(import.meta.dirname, '../../../controls')

/** `journey` is the file and the titles of the test. */
export type Recorded = Note & { journey: string }

const createdFiles = new Set<string>()

/** Has no effect unless `npm run controls` runs the journey. */
export async function recordControls(context: BrowserContext): Promise<void> {
  if (!process.env.CONTROLS) return
  const { titlePath, testId } = test.info()
  const journey = titlePath.join(' › ')
  const file = join(recordsDirectory, `${createHash('sha1').update(testId).digest('hex').slice(0, 12)}.jsonl`)
  if (!createdFiles.has(file)) {
    mkdirSync(recordsDirectory, { recursive: true })
    writeFileSync(file, '')
    createdFiles.add(file)
  }
  // Written at once, because some journeys crash their page.
  await context.exposeBinding('reportControls', (_, notes: Note[]) => {
    for (const note of notes) {
      const line: Recorded = { journey, ...note }
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    }
  })
  await context.addInitScript(installFinder)
  await context.addInitScript(noteControls)
}
