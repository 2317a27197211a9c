import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test } from '@playwright/test'
import { installFinder } from './findControls.ts'
import { type Note, noteControls } from './noteControls.ts'

/** Where `npm run controls` looks for what the journeys used. */
export const recordsDirectory = join(import.meta.dirname, '../../controls')

/** A line of a record: the journey, by file and title, and what it met. */
export type Recorded = Note & { journey: string }

const begun = new Set<string>()

/** Writes down which controls a journey meets in a browser, and which it uses. Only where `npm run controls` asks for it. */
export async function recordControls(context: BrowserContext): Promise<void> {
  if (!process.env.CONTROLS) return
  const { titlePath, testId } = test.info()
  const journey = titlePath.join(' › ')
  const file = join(recordsDirectory, `${createHash('sha1').update(testId).digest('hex').slice(0, 12)}.jsonl`)
  if (!begun.has(file)) {
    mkdirSync(recordsDirectory, { recursive: true })
    writeFileSync(file, '')
    begun.add(file)
  }
  // At once: some journeys kill their page.
  await context.exposeBinding('reportControls', (_, notes: Note[]) => {
    for (const note of notes) {
      const line: Recorded = { journey, ...note }
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    }
  })
  await context.addInitScript(installFinder)
  await context.addInitScript(noteControls)
}
