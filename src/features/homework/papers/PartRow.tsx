import { Group, Input, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { parsePoints } from '../../../lib/points.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { leaveOnEscape } from '../../../ui/focus/leaveOnEscape.ts'
import { MergeButton } from './MergeButton.tsx'
import { PageThumb } from './PageThumb.tsx'
import styles from './Papers.module.css'
import { PartNote, type PartNoteProps } from './PartNote.tsx'
import { PupilField } from './PupilField.tsx'
import type { PageImages } from './pageImages.ts'
import type { Part } from './papersDraft.ts'

type PartRowProps = PartNoteProps & {
  /** From 1. */
  number: number
  /** The part before this one. */
  previous: Part | undefined
  getPupilName: (pupilId: number) => string
  pages: readonly number[]
  omittedPages: readonly number[]
  /** Pupils without a part. */
  freeEntries: readonly SubmissionEntry[]
  /** IDs of pupils whose name another pupil has, too. */
  namesakes: ReadonlySet<number>
  images: PageImages | undefined
  maxPoints: number | undefined
  /** The enlarged page, if it is of this part. */
  currentPage: number | undefined
  isReadOnly: boolean
  /** Whether the name gets the focus. Then `onFocused` is called. */
  shouldFocus: boolean
  onFocused: () => void
  onFocus: () => void
  onChange: (changes: Partial<Part>) => void
  /** Called on Enter. */
  onNext: () => void
  /** Undefined for the first part, and after a part that is being returned. */
  onMerge: (() => void) | undefined
  onOpenPage: (page: number) => void
  /** Undefined for a PDF. */
  getPhotoName: ((page: number) => string) | undefined
  pageToFocus: number | undefined
  onMovePage: (page: number, places: -1 | 1) => void
}

/** One part of the scan: pupil, points and pages. */
export function PartRow(props: PartRowProps) {
  const {
    part,
    number,
    previous,
    getPupilName,
    state,
    pages,
    omittedPages,
    entry,
    freeEntries,
    namesakes,
    images,
  } = props
  const { currentPage, isReadOnly, shouldFocus, onFocus, onChange, onNext, onMerge, onOpenPage } = props
  const { getPhotoName, pageToFocus, onMovePage } = props
  const t = useT('papers')
  const row = useRef<HTMLDivElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const focusName = useEffectEvent(() => {
    nameField.current?.focus()
    // In the middle, so that the list of names has room.
    row.current?.scrollIntoView({ block: 'center' })
    props.onFocused()
  })
  useEffect(() => {
    if (shouldFocus) focusName()
  }, [shouldFocus])
  const handleEnter = (event: KeyboardEvent<HTMLElement>) => {
    leaveOnEscape(event)
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    if (!event.repeat) onNext()
  }
  const returned = pages.filter(page => !omittedPages.includes(page))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: remembers which part has the focus.
    <div
      ref={row}
      className={styles.part}
      data-current={currentPage !== undefined || undefined}
      onFocus={onFocus}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <h2 className={styles.partTitle}>
          <span>{t('part.label', { part: number })}</span>{' '}
          <span className={styles.pages}>
            {t('part.pages', {
              from: (returned[0] ?? -2) + 1,
              to: (returned.at(-1) ?? 0) + 1,
              count: returned.length,
            })}
          </span>
        </h2>
        {previous && onMerge && !isReadOnly && (
          <MergeButton {...{ part, number, onMerge, getPupilName }} previous={previous} />
        )}
      </Group>
      <div className={styles.fields}>
        <PupilField
          ref={nameField}
          label={t('part.pupil', { part: number })}
          entries={freeEntries}
          selected={entry}
          namesakes={namesakes}
          isReadOnly={isReadOnly}
          onSelect={pupilId => onChange({ pupilId })}
          onNext={onNext}
        />
        <PointsField {...props} onKeyDown={handleEnter} />
      </div>
      <ol className={styles.thumbs}>
        {pages.map(page => (
          <li key={page}>
            <PageThumb
              page={page}
              images={images}
              isOmitted={omittedPages.includes(page)}
              isCurrent={page === currentPage}
              name={getPhotoName?.(page)}
              shouldFocus={page === pageToFocus}
              onOpen={() => onOpenPage(page)}
              onMove={places => onMovePage(page, places)}
            />
          </li>
        ))}
      </ol>
      <PartNote {...props} />
      {state === 'invalid' && returned.length === 0 && (
        <Input.Error role="alert">{t('state.noPages')}</Input.Error>
      )}
    </div>
  )
}

type PointsFieldProps = Pick<PartRowProps, 'part' | 'number' | 'maxPoints' | 'isReadOnly' | 'onChange'> & {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function PointsField({ part, number, maxPoints, isReadOnly, onChange, onKeyDown }: PointsFieldProps) {
  const t = useT('papers')
  const tCorrection = useT('correction')
  const [isFocused, setIsFocused] = useState(false)
  const points = parsePoints(part.points)
  const isInvalid = points === undefined && !isFocused
  const isAbove = maxPoints !== undefined && (points ?? 0) > maxPoints
  return (
    <TextInput
      className={styles.points ?? ''}
      aria-label={t('part.points', { part: number })}
      variant={isReadOnly ? 'unstyled' : 'default'}
      placeholder={isReadOnly ? undefined : t('part.pointsShort')}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      value={part.points}
      readOnly={isReadOnly}
      error={isInvalid && tCorrection('pointsInvalid')}
      description={isAbove && tCorrection('aboveMaximum', { maximum: String(maxPoints) })}
      inputWrapperOrder={['input', 'error', 'description']}
      onChange={({ currentTarget }) => onChange({ points: currentTarget.value })}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onKeyDown={onKeyDown}
    />
  )
}
