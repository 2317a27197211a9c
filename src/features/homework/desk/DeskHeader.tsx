import { IconFiles, IconKey, IconSend } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { ScreenHeader, type ScreenHeading } from '../../../ui/layout/ScreenHeader.tsx'
import { useReturnAll } from '../correction/useReturnAll.ts'

type DeskHeaderProps = {
  heading: ScreenHeading
  homework: Homework
  entries: readonly SubmissionEntry[]
  pupilName: string | undefined
  corrected: number
  view: 'correct' | 'overview' | 'task'
  correctPath: string
  taskPath: string
}

/** Sets title, views and actions of the desk in the bar. */
export function DeskHeader(props: DeskHeaderProps) {
  const { heading, homework, entries, pupilName, corrected, view, correctPath, taskPath } = props
  const { course_id, id } = homework
  const t = useT('desk')
  const location = useLocation()
  const returnAll = useReturnAll(homework, entries)
  return (
    <ScreenHeader
      {...heading}
      documentTitle={pupilName && t('titleOfPupil', { name: pupilName, homework: homework.text })}
      note={t('corrected', { count: corrected, total: entries.length })}
      views={[
        { label: t('viewCorrect'), to: correctPath, isCurrent: view === 'correct' },
        { label: t('viewOverview'), to: paths.overview(course_id, id), isCurrent: view === 'overview' },
        { label: t('viewTask'), to: taskPath, isCurrent: view === 'task' },
      ]}
      actions={[
        {
          id: 'access',
          label: t('access'),
          icon: <IconKey aria-hidden />,
          to: paths.withAccess(location, { field: 'todo_id', id }),
        },
        {
          id: 'papers',
          label: t('papers'),
          icon: <IconFiles aria-hidden />,
          to: paths.papers(course_id, id),
        },
        {
          id: 'returnAll',
          label: t('returnAll'),
          shortLabel: t('returnAllShort'),
          icon: <IconSend aria-hidden />,
          variant: 'default',
          count: returnAll.count,
          disabledReason: returnAll.count === 0 && t('nothingToReturn'),
          run: returnAll.start,
        },
      ]}
    />
  )
}
