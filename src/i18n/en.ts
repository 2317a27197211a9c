import { errors } from './en/errors.ts'
import { palette } from './en/palette.ts'
import { shell } from './en/shell.ts'
import { shortcuts } from './en/shortcuts.ts'
import { signIn } from './en/signIn.ts'
import { timetable } from './en/timetable.ts'
import { tokens } from './en/tokens.ts'

export const en = { shell, signIn, errors, palette, shortcuts, tokens, timetable } as const
