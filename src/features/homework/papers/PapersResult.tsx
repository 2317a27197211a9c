import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconFiles } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { workStates } from '../../../contract/workCounts.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints } from '../../../lib/points.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/list/DataTable.tsx'
import { StateKey } from '../../../ui/StateBar.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import { useCorrectionStates } from '../desk/usePupils.ts'
import { countEntries } from '../progress/correctionProgress.ts'
import styles from './Papers.module.css'
import type { PapersDraft } from './papersDraft.ts'
import { getReturnedPages } from './splitPages.ts'

/** A scan whose parts are all returned. The draft is deleted by then. */
export type ReturnedPapers = {
  papers: PapersDraft
  feedback: string
  /** Thumbnails of the pages that were drawn, by page from 0. */
  thumbs: ReadonlyMap<number, Blob>
}

type PapersResultProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  returned: ReturnedPapers
  onAnotherScan: () => void
}

const maxFeedbackLength = 100

/** What was returned to whom, after the last part. */
export function PapersResult({ homework, entries, returned, onAnotherScan }: PapersResultProps) {
  const { papers, feedback, thumbs } = returned
  const t = useT('papers')
  const tDesk = useT('desk')
  const format = useFormat()
  const language = useLocale()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const maxPoints = homework.points || undefined
  const counts = countEntries(entries, useCorrectionStates(homework.id, entries))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused button is gone.
    title.current?.focus()
  }, [])

  const entryById = new Map(entries.map(entry => [entry.user.id, entry]))
  const rows = papers.parts.flatMap(part => {
    const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
    const pages = getReturnedPages(papers, part)
    return entry && pages.length > 0 ? [{ ...entry, pages }] : []
  })
  const at = Math.max(
    0,
    ...rows.map(({ submission }) => parseInstant(submission.corrected_at ?? '', timeZone) ?? 0),
  )
  const hasOwnFeedback = rows.some(
    ({ submission }) => submission.teacher_correction?.trim() !== feedback.trim(),
  )
  return (
    <div className={styles.papers}>
      <div className={styles.result}>
        <Group gap="sm" wrap="nowrap" align="flex-start" role="status">
          <IconCheck className={styles.resultIcon} aria-hidden />
          <div>
            <Text
              ref={title}
              className={styles.resultTitle ?? ''}
              component="h2"
              size="xl"
              fw={600}
              tabIndex={-1}
            >
              {t('result.title', { count: rows.length })}
            </Text>
            <Text c="dimmed">
              {at > 0 && `${format.moment(at, now)}. `}
              {t('result.used', {
                used: rows.reduce((sum, { pages }) => sum + pages.length, 0),
                total: papers.pageCount,
                name: papers.kind === 'pdf' ? sanitizeName(papers.scan[0]?.name ?? '') : '',
                kind: papers.kind,
              })}
            </Text>
            <Text c="dimmed">
              {hasOwnFeedback
                ? t('result.leadOwn')
                : t('result.lead', { feedback: truncateText(feedback.trim(), maxFeedbackLength, '…') })}
            </Text>
          </div>
        </Group>
        <DataTable
          label={t('result.label')}
          mt="lg"
          maw="44rem"
          rows={rows}
          getKey={({ user }) => user.id}
          columns={[
            {
              key: 'pupil',
              header: t('result.pupil'),
              isRowHeader: true,
              cell: ({ user }) => <bdi translate="no">{sanitizeName(user.name)}</bdi>,
            },
            {
              key: 'pages',
              header: t('result.pages'),
              cell: ({ pages }) => (
                <span className={styles.resultPages}>
                  {pages.slice(0, maxThumbs).map(page => (
                    <Thumb key={page} bytes={thumbs.get(page)} />
                  ))}
                  {format.list(pages.map(page => format.number(page + 1)))}
                </span>
              ),
            },
            {
              key: 'points',
              header: t('result.points'),
              align: 'right',
              width: '7rem',
              cell: ({ submission: { points } }) =>
                points !== null && (
                  <>
                    <b>{formatPoints(points, language)}</b>{' '}
                    {maxPoints !== undefined &&
                      t('result.ofMaximum', { maximum: formatPoints(maxPoints, language) })}
                  </>
                ),
            },
            {
              key: 'open',
              align: 'right',
              width: '4.5rem',
              cell: ({ user }) => (
                <Link
                  data-open
                  className={styles.resultLink}
                  to={paths.desk(homework.course_id, homework.id, user.id)}
                  aria-label={t('result.openLabel', { name: sanitizeName(user.name) })}
                >
                  {t('result.open')}
                </Link>
              ),
            },
          ]}
        />
      </div>
      <footer className={styles.resultFooter}>
        <ul className={styles.counts}>
          {workStates.map((state, index) => (
            <li key={state}>
              <StateKey index={index} />
              {tDesk(`list.groups.${state}`)} <b>{format.number(counts[state])}</b>
            </li>
          ))}
        </ul>
        <Button leftSection={<IconFiles aria-hidden />} onClick={onAnotherScan}>
          {t('result.another')}
        </Button>
        <Button component={Link} variant="filled" to={paths.desk(homework.course_id, homework.id)}>
          {t('result.openMarking')}
        </Button>
      </footer>
    </div>
  )
}

/** Thumbnails per pupil. */
const maxThumbs = 4

function Thumb({ bytes }: { bytes: Blob | undefined }) {
  const url = useObjectUrl(bytes)
  return url ? <img src={url} alt="" /> : null
}
