import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureBrowser } from '../../scripts/browser.ts'
import { seedPeople } from '../../src/school/people.ts'
import { createTemplate, type Template } from '../support/nodeHost.ts'
import { bundlePageTools } from './pages.ts'

/** Environment variable that tells the workers the folder of the shared files. */
const variable = 'ENGINES_SHARED'
const [schoolFile, toolsFile] = ['school.json', 'pageTools.js']

const SharedSchool = z.object({ dataDirectory: z.string(), sessions: z.record(z.string(), z.string()) })

/** Creates what all workers share, because each engine, width and colour scheme starts new workers. */
export default async function createShared(): Promise<() => void> {
  // Installs a missing Chromium before two workers do it at the same time.
  process.env.CHROME_PATH = ensureBrowser()
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-engines-shared-'))
  const [{ dataDirectory, sessions }, tools] = await Promise.all([createTemplate(false), bundlePageTools()])
  const school: z.infer<typeof SharedSchool> = { dataDirectory, sessions: Object.fromEntries(sessions) }
  writeFileSync(join(directory, schoolFile), JSON.stringify(school))
  writeFileSync(join(directory, toolsFile), tools)
  process.env[variable] = directory
  return () => {
    for (const folder of [dataDirectory, directory]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the school that each test copies, and the script of `inPage/`. */
export function readShared(): { template: Template; pageTools: string } {
  const read = (file: string) => readFileSync(join(process.env[variable] ?? '', file), 'utf8')
  const { dataDirectory, sessions } = SharedSchool.parse(JSON.parse(read(schoolFile)))
  const template = {
    dataDirectory,
    sessions: new Map(seedPeople.map(({ login }) => [login, sessions[login] ?? ''])),
  }
  return { template, pageTools: read(toolsFile) }
}
