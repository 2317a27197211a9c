import { errors } from './de/errors.ts'
import { palette } from './de/palette.ts'
import { shell } from './de/shell.ts'
import { shortcuts } from './de/shortcuts.ts'
import { signIn } from './de/signIn.ts'
import { timetable } from './de/timetable.ts'
import { tokens } from './de/tokens.ts'
import type { Messages, Translated } from './Messages.ts'

export const de: Translated<Messages> = { shell, signIn, errors, palette, shortcuts, tokens, timetable }
