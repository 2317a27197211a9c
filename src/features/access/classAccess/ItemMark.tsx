import { IconFile, IconFolder, IconMessage, IconNews, IconNotes } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import type { ContentKind } from '../contentInfo.ts'
import type { AccessItem } from './accessItems.ts'
import styles from './ClassAccess.module.css'

export function ItemMark({ item: { kind, colour, isFolder } }: { item: AccessItem }) {
  if (colour) return <i className={styles.bar} style={{ '--subject': colour } as CSSProperties} />
  const Icon = isFolder ? IconFolder : icons[kind]
  return <Icon className={styles.icon} aria-hidden />
}

const icons = {
  ...{ subject: IconNotes, homework: IconNotes, chat: IconMessage, file: IconFile },
  ...{ lessonContent: IconNotes, news: IconNews },
}

export function useItemTexts() {
  const t = useT('classAccess')
  const format = useFormat()
  const { clock, timeZone } = useSchoolTime()
  const today = toSchoolDay(clock(), timeZone)
  return {
    nameOf: ({ name, kind, resource }: AccessItem): string =>
      name || t(`unnamed.${kind}`, { id: String(resource.id) }),
    noteOf({ due, teacher }: AccessItem): string | undefined {
      if (due === undefined || Number.isNaN(Date.parse(`${due}T00:00:00Z`))) return teacher
      const isThisYear = due.slice(0, 4) === today.slice(0, 4)
      return t('due', { day: isThisYear ? format.shortDay(due) : format.dayNear(due, today) })
    },
  }
}

export function getContentKind({ kind, isFolder }: AccessItem): ContentKind {
  if (kind === 'subject') return 'lesson'
  return kind === 'file' && isFolder ? 'folder' : kind
}
