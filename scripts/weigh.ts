import { statSync } from 'node:fs'
import { appRecord, readBuildRecord } from './buildRecord.ts'
import { loadedWith } from './loadedWith.ts'

// `npm run weigh`: prints the size of the JavaScript of a teacher's first load, in kB (gzip). e2e/hosts/budget.test.ts limits
// it.
const build = readBuildRecord(appRecord)
const shell = ['index.html', 'src/i18n/en.ts']
const timetable = ['src/features/timetable/TimetableScreen.tsx', 'src/i18n/en/timetable.ts']
const weight = (modules: string[]) =>
  loadedWith(build, modules).reduce((sum, { file }) => sum + statSync(`dist/app/${file}.gz`).size, 0) / 1000

console.log(`shell ${weight(shell).toFixed(1)} kB`)
console.log(`shell and timetable ${weight([...shell, ...timetable]).toFixed(1)} kB`)
