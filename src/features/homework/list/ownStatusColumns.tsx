import { Button, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/list/DataTable.tsx'
import { handInLinkState } from '../task/handInLink.ts'
import styles from './HomeworkList.module.css'
import type { HomeworkRow } from './homeworkGroups.ts'
import { OwnStatusLine } from './OwnStatusLine.tsx'
import type { OwnStatus } from './ownStatus.ts'

type GetStatus = (row: HomeworkRow) => OwnStatus

/** Status and action of a pupil. */
export const ownStatusColumns = (courseId: number, getStatus: GetStatus): Column<HomeworkRow>[] => [
  {
    key: 'status',
    header: <StatusHeader />,
    width: 'var(--status-column)',
    className: styles.status,
    cell: row => <OwnStatusLine row={row} status={getStatus(row)} />,
  },
  {
    key: 'action',
    width: 'var(--own-action-column)',
    className: styles.action,
    cell: row => <HandInLink courseId={courseId} row={row} status={getStatus(row)} />,
  },
]

function StatusHeader() {
  return useT('ownHomework')('status')
}

type StatusProps = { row: HomeworkRow; status: OwnStatus }

function HandInLink({ courseId, row, status }: StatusProps & { courseId: number }) {
  const t = useT('ownHomework')
  const isRepeated = status.kind === 'handedIn' && status.canRepeat
  if (status.kind !== 'toHandIn' && !isRepeated) return null
  const { id, text } = row.homework
  const name = { text: truncateText(text.trim(), 200, '…') }
  return (
    <Button
      component={Link}
      size="sm"
      to={paths.task(courseId, id)}
      state={handInLinkState}
      aria-label={t(isRepeated ? 'againSaid' : 'handInSaid', name)}
    >
      {t(isRepeated ? 'again' : 'handIn')}
    </Button>
  )
}

/** Explains a status that the teacher sees, too. */
export function SeenNote() {
  const t = useT('ownHomework')
  return (
    <Text className={styles.seenNote} size="sm" c="var(--text-3)">
      <IconEye aria-hidden />
      <span>{t('seenNote')}</span>
    </Text>
  )
}
