import { statSync } from 'node:fs'
import { join } from 'node:path'
import { appRecord, readBuildRecord } from '../../scripts/buildRecord.ts'
import { loadedWith } from '../../scripts/loadedWith.ts'
import { markdownTable } from './report.ts'

const shell = ['index.html', 'src/i18n/en.ts']
const timetable = [...shell, 'src/features/timetable/TimetableScreen.tsx', 'src/i18n/en/timetable.ts']

/** Adds up the JavaScript of a teacher's first load. e2e/hosts/budget.test.ts limits it. */
export async function run(): Promise<string> {
  const record = readBuildRecord(appRecord)
  const app = join(import.meta.dirname, '../../dist/app')
  const weigh = (modules: string[]) =>
    loadedWith(record, modules).reduce((sum, { file }) => sum + statSync(join(app, `${file}.gz`)).size, 0)
  const rows = Object.entries({ shell, 'shell and timetable': timetable })
  return `${markdownTable(
    ['', 'kB, gzip'],
    rows.map(([name, modules]) => [name, (weigh(modules) / 1000).toFixed(1)]),
  )}\n`
}
