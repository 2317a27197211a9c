import { IconAlertTriangle, IconCheck, IconInfoCircle, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import { hasVisibleMarks, maxMarksPerPage } from '../../../ui/marks/marks.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { getCopyName } from './markedFile.ts'
import type { FileMarks } from './markStore.ts'
import styles from './Pen.module.css'
import type { PupilMarking } from './PupilMarking.ts'

type MarkStatusProps = {
  /** Undefined until the draft was read. */
  marking: PupilMarking | undefined
  marks: FileMarks | undefined
  fileName: string
  /** First name of the pupil. */
  pupilName: string
  hasTool: boolean
  /** Whether the last mark had no room on its page. */
  isPageFull: boolean
}

const icons = { ok: IconCheck, info: IconInfoCircle, warn: IconAlertTriangle, none: IconPencil }

/** One line about the marks on the open file. Its space is reserved. */
export function MarkStatus(props: MarkStatusProps): ReactNode {
  const { tone, text } = useStatus(props)
  const Icon = icons[tone]
  return (
    <p className={styles.status} data-tone={tone} role="status" aria-busy={props.marks?.status === 'saving'}>
      {text && <Icon aria-hidden />}
      <span>{text}</span>
    </p>
  )
}

type Status = { tone: keyof typeof icons; text: string }

function useStatus({ marking, marks, fileName, pupilName, hasTool, isPageFull }: MarkStatusProps): Status {
  const t = useT('pen')
  const format = useFormat()
  const isPhone = useIsPhone()
  if (!marking || !marks) return { tone: 'none', text: '' }
  const { state, isPersistent, otherFiles } = marking
  if (marks.status === 'failed') return { tone: 'warn', text: t('status.notSaved') }
  if (state !== 'open') return { tone: 'info', text: t(`status.${state}`) }
  if (isPageFull) return { tone: 'warn', text: t('status.full', { count: format.number(maxMarksPerPage) }) }
  if (!hasVisibleMarks(marks.history))
    return {
      tone: 'none',
      text: t(hasTool ? 'status.noneYet' : isPhone ? 'status.nonePhone' : 'status.none'),
    }
  if (!isPersistent) return { tone: 'warn', text: t('status.notKept') }
  if (marks.savedAt === undefined) return { tone: 'info', text: t('status.saving') }
  return {
    tone: 'ok',
    text: t('status.saved', {
      time: format.time(marks.savedAt),
      name: pupilName,
      copy: sanitizeName(getCopyName(fileName, otherFiles)),
    }),
  }
}
