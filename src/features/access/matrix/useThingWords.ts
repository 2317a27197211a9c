import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Thing } from './thing.ts'

/** How a thing is called, and what stands under its name. */
export function useThingWords(): {
  nameOf: (thing: Thing) => string
  noteOf: (thing: Thing) => string | undefined
} {
  const t = useT('matrix')
  const format = useFormat()
  return {
    nameOf: ({ name, kind, of }) => name || t(`unnamed.${kind}`, { id: String(of.id) }),
    noteOf: ({ due, teacher }) =>
      due === undefined ? teacher : isDay(due) ? t('due', { day: format.shortDay(due) }) : undefined,
  }
}

/** A day that does not exist can't be written. */
const isDay = (day: string) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
