import { Button, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { type CsvCell, csv, getCsvStyle } from '../../../lib/points.ts'
import { plainDateTime } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import type { CorrectionState } from '../progress/returnStates.ts'
import styles from './Overview.module.css'
import { type OverviewModel, overviewModel, type Pupil } from './overviewModel.ts'
import { Points } from './Points.tsx'

type OverviewProps = {
  homework: Homework
  entries: readonly SubmissionEntry[]
  /** States of the corrections that are not returned yet, by ID of the pupil. */
  states: ReadonlyMap<number, CorrectionState>
}

/** Results of a class for one homework: numbers, points, and the pupils who have not seen it or not handed it in. */
export function Overview({ homework, entries, states }: OverviewProps) {
  const t = useT('overview')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const model = overviewModel(homework, entries, states, { timeZone, language })
  if (model.pupils === 0) {
    return (
      <div className={styles.place}>
        <EmptyState icon={<IconUsers aria-hidden />} title={t('empty.title')}>
          {t('empty.lead')}
        </EmptyState>
      </div>
    )
  }
  const to = (userId: number) => paths.desk(homework.course_id, homework.id, userId)
  return (
    <div className={styles.overview}>
      <div className={styles.main}>
        <Numbers model={model} />
        <Points model={model} action={<Save homework={homework} model={model} />} />
      </div>
      <div className={styles.side}>
        <NameList title={t('notSeen')} pupils={model.notSeen} emptyText={t('everybodySeen')} to={to} />
        {homework.is_submissionable && (
          <NameList
            title={t('notHandedIn')}
            pupils={model.notHandedIn}
            emptyText={t('everybodyHandedIn')}
            to={to}
          />
        )}
      </div>
    </div>
  )
}

function Numbers({ model }: { model: OverviewModel }) {
  const t = useT('overview')
  const format = useFormat()
  const { pupils, seen, handedIn, withoutHandIn, corrected, mean, median, maximum } = model
  const share = (count: number) =>
    t.rich('of', { b: big, count: format.number(count), all: format.number(pupils) })
  const points = (value: number | undefined) => {
    if (value === undefined) return t('none')
    const rounded = format.number(oneDecimal(value))
    return maximum === undefined
      ? big(rounded)
      : t.rich('ofMaximum', { b: big, points: rounded, maximum: format.number(maximum) })
  }
  const facts = [
    [t('seen'), share(seen)],
    [
      t('handedIn'),
      <>
        {share(handedIn)}
        {withoutHandIn > 0 && <small>{t('withoutHandIn', { count: format.number(withoutHandIn) })}</small>}
      </>,
    ],
    [t('corrected'), share(corrected)],
    [t('mean'), points(mean)],
    [t('median'), points(median)],
  ] as const
  return (
    <section aria-label={t('numbers')}>
      <dl className={styles.numbers}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Rounds to one decimal. Values above 1e12 are not rounded, because the multiplication could exceed the largest number.
 */
const oneDecimal = (value: number) => (value > 1e12 ? value : Math.round(value * 10) / 10)

const big = (shown: ReactNode) => <b>{shown}</b>

function Save({ homework, model }: { homework: Homework; model: OverviewModel }) {
  const t = useT('overview')
  const language = useLocale()
  const { timeZone } = useSchoolTime()
  const [said, setSaid] = useState('')
  const save = () => {
    const heads = columns.map(column => t(`csv.${column}`))
    try {
      const text = overviewCsv(model, heads, { timeZone, language })
      const name = t('fileName', { homework: truncateText(homework.text, 80) })
      saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
      setSaid(t('saved'))
    } catch {
      setSaid(t('saveFailed'))
    }
  }
  return (
    <div className={styles.save}>
      <p role="status">{said}</p>
      <Button size="sm" onClick={save} leftSection={<IconDownload aria-hidden />}>
        {t('save')}
      </Button>
    </div>
  )
}

const columns = [
  ...(['name', 'seen', 'handedIn', 'minutesAfterDue'] as const),
  ...(['corrected', 'points', 'maximum', 'correction'] as const),
]

/**
 * Returns a CSV file with the headings `heads` and one line per pupil. Times are `YYYY-MM-DD HH:MM` in school time,
 * which every spreadsheet parses. `language` decides the separator and the decimal sign.
 */
export function overviewCsv(
  { rows, maximum }: Pick<OverviewModel, 'rows' | 'maximum'>,
  heads: readonly string[],
  { timeZone, language }: { timeZone: string; language: string },
): string {
  const time = (instant: number | undefined) =>
    instant === undefined ? null : plainDateTime(instant, timeZone).slice(0, 16)
  const cells = rows.map((row): CsvCell[] => [
    row.name,
    time(row.seenAt),
    time(row.handedInAt),
    row.minutesAfterDue ?? null,
    time(row.correctedAt),
    row.points ?? null,
    row.points === undefined ? null : (maximum ?? null),
    row.correction || null,
  ])
  return csv([[...heads], ...cells], getCsvStyle(language))
}

type NameListProps = {
  title: string
  pupils: readonly Pupil[]
  /** Shown if the list is empty. */
  emptyText: string
  to: (userId: number) => string
}

const shownAtFirst = 30

/** List of names, with a button that copies them, one per line. */
function NameList({ title, pupils, emptyText, to }: NameListProps) {
  const t = useT('overview')
  const keyLabel = useKeyLabel()
  const id = useId()
  const [all, setAll] = useState(false)
  const [copied, setCopied] = useState<'copied' | 'blocked'>()
  const shown = all || pupils.length <= shownAtFirst + 5 ? pupils : pupils.slice(0, shownAtFirst)
  const names = pupils.map(({ name }) => name).join('\n')
  return (
    <section aria-labelledby={id} className={styles.names}>
      <header>
        <h2 id={id} className={styles.heading}>
          {title} <span>{pupils.length}</span>
        </h2>
        {pupils.length > 0 && (
          <Button
            size="sm"
            aria-label={t('copyOf', { list: title })}
            onClick={async () => setCopied((await copy(names)) ? 'copied' : 'blocked')}
          >
            {copied === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
            {t('copy')}
          </Button>
        )}
      </header>
      <Text role="status" size="sm" c="dimmed">
        {copied === 'copied' && t('copied', { count: pupils.length })}
        {copied === 'blocked' && t('copyYourself', { key: keyLabel('Ctrl+C') })}
      </Text>
      {copied === 'blocked' && (
        <Textarea
          ref={select}
          readOnly
          rows={4}
          my="sm"
          aria-label={t('names', { list: title })}
          value={names}
        />
      )}
      {pupils.length === 0 && <Text c="dimmed">{emptyText}</Text>}
      <ul>
        {shown.map(pupil => (
          <li key={pupil.id}>
            <Link to={to(pupil.id)}>
              <bdi translate="no">{sanitizeName(pupil.name)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < pupils.length && (
        <Button variant="subtle" size="sm" onClick={() => setAll(true)}>
          {t('showAll', { count: String(pupils.length) })}
        </Button>
      )}
    </section>
  )
}

/** Selects the names, so that one key press copies them. */
function select(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.select()
}

/**
 * Copies the text. Returns false if the browser blocks the clipboard or has no clipboard, as on a page without HTTPS.
 */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
