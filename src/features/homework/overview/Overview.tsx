import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { type WorkState, workStates } from '../../../contract/workCounts.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { type CsvCell, csv, getCsvStyle } from '../../../lib/points.ts'
import { plainDateTime } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBar, StateKey } from '../../../ui/StateBar.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import type { CorrectionState } from '../progress/returnStates.ts'
import { PupilsButton } from '../pupils/PupilsButton.tsx'
import { WriteToPupils } from '../pupils/WriteToPupils.tsx'
import { RemindedHere } from '../reminders/RemindedHere.tsx'
import styles from './Overview.module.css'
import { createOverviewModel, type OverviewModel } from './overviewModel.ts'
import { Points } from './Points.tsx'

type OverviewProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  /** By pupil ID. */
  states: ReadonlyMap<number, CorrectionState>
}

/** Results of a class for one homework. */
export function Overview({ homework, entries, states }: OverviewProps) {
  const t = useT('overview')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const model = createOverviewModel(homework, entries, states, { timeZone, language })
  if (model.counts.of === 0) {
    return (
      <div className={styles.place}>
        <EmptyState icon={<IconUsers aria-hidden />} title={t('empty.title')}>
          {t('empty.lead')}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.overview}>
      <div className={styles.main}>
        <Numbers homework={homework} model={model} states={states} />
        <Points model={model} action={<SaveCsv homework={homework} model={model} />} />
      </div>
      <div className={styles.side}>
        <Missing homework={homework} model={model} />
      </div>
    </div>
  )
}

type NumbersProps = Pick<OverviewProps, 'homework' | 'states'> & { model: OverviewModel }

function Numbers({ homework, model, states }: NumbersProps) {
  const t = useT('overview')
  const tPupils = useT('pupils')
  const format = useFormat()
  const { counts, mean, median, maximum } = model
  const all = format.number(counts.of)
  const renderShare = (step: WorkState) => {
    const count = format.number(counts[step])
    const renderNumber = (children: ReactNode) =>
      counts[step] === 0 ? (
        <b>{children}</b>
      ) : (
        <PupilsButton
          homework={homework}
          step={step}
          states={states}
          label={tPupils(`label.${step}`, { count })}
        >
          <b>{children}</b>
        </PupilsButton>
      )
    return t.rich('of', { b: renderNumber, count, all })
  }
  const formatPoints = (value: number | undefined) => {
    if (value === undefined) return t('none')
    const rounded = format.number(roundToOneDecimal(value))
    return maximum === undefined
      ? renderBold(rounded)
      : t.rich('ofMaximum', { b: renderBold, points: rounded, maximum: format.number(maximum) })
  }
  return (
    <section aria-label={t('numbers')}>
      <StateBar numbers={workStates.map(step => counts[step])} />
      <dl className={styles.numbers}>
        {workStates.map((step, index) => (
          <div key={step}>
            <dt>
              <StateKey index={index} />
              {t(step)}
            </dt>
            <dd>{renderShare(step)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('mean')}</dt>
          <dd>{formatPoints(mean)}</dd>
        </div>
        <div>
          <dt>{t('median')}</dt>
          <dd>{formatPoints(median)}</dd>
        </div>
      </dl>
    </section>
  )
}

// Multiplying a very large value could exceed the largest number.
const roundToOneDecimal = (value: number) => (value > 1e12 ? value : Math.round(value * 10) / 10)

const renderBold = (children: ReactNode) => <b>{children}</b>

function SaveCsv({ homework, model }: { homework: Homework; model: OverviewModel }) {
  const t = useT('overview')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const [status, setStatus] = useState('')
  const save = () => {
    const headings = columns.map(column => t(`csv.${column}`))
    try {
      const text = createOverviewCsv(model, headings, { timeZone, language, formatState: state => t(state) })
      const name = t('fileName', { homework: truncateText(homework.text, 80) })
      saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
      setStatus(t('saved'))
    } catch {
      setStatus(t('saveFailed'))
    }
  }
  return (
    <div className={styles.save}>
      <p role="status">{status}</p>
      <Button size="sm" onClick={save} leftSection={<IconDownload aria-hidden />}>
        {t('save')}
      </Button>
    </div>
  )
}

const columns = [
  ...(['name', 'state', 'seen', 'handedIn', 'minutesAfterDue'] as const),
  ...(['corrected', 'points', 'maximum', 'correction'] as const),
]

/**
 * Returns a CSV file with one line per pupil. Times are `YYYY-MM-DD HH:MM` in school time, which every spreadsheet
 * parses. `language` decides the separator and the decimal sign.
 */
export function createOverviewCsv(
  { rows, maximum }: Pick<OverviewModel, 'rows' | 'maximum'>,
  headings: readonly string[],
  {
    timeZone,
    language,
    formatState,
  }: { timeZone: string; language: string; formatState: (state: WorkState) => string },
): string {
  const formatTime = (instant: number | undefined) =>
    instant === undefined ? null : plainDateTime(instant, timeZone).slice(0, 16)
  const cells = rows.map((row): CsvCell[] => [
    row.name,
    formatState(row.state),
    formatTime(row.seenAt),
    formatTime(row.handedInAt),
    row.minutesAfterDue ?? null,
    formatTime(row.correctedAt),
    row.points ?? null,
    row.points === undefined ? null : (maximum ?? null),
    row.correction || null,
  ])
  return csv([[...headings], ...cells], getCsvStyle(language))
}

const initialCount = 30

/** Names of the pupils whose work is missing. */
function Missing({ homework, model }: { homework: Homework; model: OverviewModel }) {
  const t = useT('overview')
  const keyLabel = useKeyLabel()
  const id = useId()
  const [isExpanded, setIsExpanded] = useState(false)
  const [copyResult, setCopyResult] = useState<'copied' | 'blocked'>()
  const title = t('missing')
  const pupils = model.rows.filter(({ state }) => state === 'missing')
  const { notSeen } = model.counts
  // Do not hide only a few names.
  const showsAll = isExpanded || pupils.length <= initialCount + 5
  const visiblePupils = showsAll ? pupils : pupils.slice(0, initialCount)
  const names = pupils.map(({ name }) => name).join('\n')
  return (
    <section aria-labelledby={id} className={styles.names}>
      <header>
        <h2 id={id} className={styles.heading}>
          {title} <span>{pupils.length}</span>
        </h2>
        {pupils.length > 0 && (
          <Group gap="sm">
            <WriteToPupils homework={homework} step="missing" userIds={pupils.map(({ id }) => id)} isSmall />
            <Button
              size="sm"
              aria-label={t('copyOf', { list: title })}
              onClick={async () => setCopyResult((await copyText(names)) ? 'copied' : 'blocked')}
            >
              {copyResult === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
              {t('copy')}
            </Button>
          </Group>
        )}
      </header>
      {pupils.length > 0 && <RemindedHere homeworkId={homework.id} />}
      {notSeen > 0 && (
        <Text size="sm" c="dimmed">
          {t('notSeenCount', { count: notSeen })}
        </Text>
      )}
      <Text role="status" size="sm" c="dimmed">
        {copyResult === 'copied' && t('copied', { count: pupils.length })}
        {copyResult === 'blocked' && t('copyYourself', { key: keyLabel('Ctrl+C') })}
      </Text>
      {copyResult === 'blocked' && (
        <Textarea
          ref={selectText}
          readOnly
          rows={4}
          my="sm"
          aria-label={t('names', { list: title })}
          value={names}
        />
      )}
      {pupils.length === 0 && <Text c="dimmed">{t('nobodyMissing')}</Text>}
      <ul>
        {visiblePupils.map(pupil => (
          <li key={pupil.id}>
            <Link to={paths.desk(homework.course_id, homework.id, pupil.id)}>
              <bdi translate="no">{sanitizeName(pupil.name)}</bdi>
            </Link>
            {pupil.seenAt === undefined && <Text span size="sm" c="dimmed">{` ${t('notSeen')}`}</Text>}
          </li>
        ))}
      </ul>
      {!showsAll && (
        <Button variant="subtle" size="sm" onClick={() => setIsExpanded(true)}>
          {t('showAll', { count: String(pupils.length) })}
        </Button>
      )}
    </section>
  )
}

function selectText(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.select()
}

/** Returns false if the browser has no clipboard, as on a page without HTTPS, or blocks it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
