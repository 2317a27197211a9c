import { correction } from './en/correction.ts'
import { desk } from './en/desk.ts'
import { errors } from './en/errors.ts'
import { homework } from './en/homework.ts'
import { overview } from './en/overview.ts'
import { palette } from './en/palette.ts'
import { shell } from './en/shell.ts'
import { shortcuts } from './en/shortcuts.ts'
import { signIn } from './en/signIn.ts'
import { task } from './en/task.ts'
import { timetable } from './en/timetable.ts'
import { tokens } from './en/tokens.ts'
import { viewer } from './en/viewer.ts'

export const en = {
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
} as const
