import { correction } from './de/correction.ts'
import { desk } from './de/desk.ts'
import { errors } from './de/errors.ts'
import { homework } from './de/homework.ts'
import { overview } from './de/overview.ts'
import { palette } from './de/palette.ts'
import { shell } from './de/shell.ts'
import { shortcuts } from './de/shortcuts.ts'
import { signIn } from './de/signIn.ts'
import { task } from './de/task.ts'
import { timetable } from './de/timetable.ts'
import { tokens } from './de/tokens.ts'
import { viewer } from './de/viewer.ts'
import type { Messages, Translated } from './Messages.ts'

export const de: Translated<Messages> = {
  shell,
  signIn,
  errors,
  palette,
  shortcuts,
  tokens,
  timetable,
  correction,
  desk,
  homework,
  overview,
  task,
  viewer,
}
