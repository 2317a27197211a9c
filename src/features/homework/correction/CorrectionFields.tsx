import { Button, Input, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconTextPlus } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import type { DraftState } from '../../../delivery/drafts/Drafts.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { leaveOnEscape } from '../../../ui/focus/leaveOnEscape.ts'
import styles from './Correction.module.css'
import { insertPhrase } from './phrases.ts'

type TextFieldProps = {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  value: string
  state: Pick<DraftState<unknown>, 'isPersistent' | 'saving' | 'saved'>
  problem: string | undefined
  onChange: (text: string) => void
}

export function TextField({ fieldRef, value, state, problem, onChange }: TextFieldProps) {
  const t = useT('correction')
  const lastSelection = useRef<{ start: number; end: number }>(undefined)
  useAutoHeight(fieldRef, value)

  const insert = (phrase: string) => {
    const field = fieldRef.current
    if (!field) return
    const typed = field.value
    const selection = lastSelection.current ?? { start: typed.length, end: typed.length }
    const { inserted, text, cursor } = insertPhrase(typed, selection, phrase)
    field.focus()
    field.setSelectionRange(selection.start, selection.end)
    // Insert like typed text, so that undo removes it. If the browser can't, set the text.
    if (!document.execCommand?.('insertText', false, inserted)) onChange(text)
    lastSelection.current = { start: cursor, end: cursor }
    queueMicrotask(() => field.setSelectionRange(cursor, cursor))
  }
  return (
    <Stack gap="xs" miw={0}>
      <Textarea
        ref={fieldRef}
        label={
          <>
            {t('text')}
            <span className={styles.shortcutKey} aria-hidden>
              c
            </span>
          </>
        }
        error={problem}
        classNames={{ label: styles.label ?? '', input: styles.text ?? '' }}
        attributes={{ input: { dir: 'auto' } }}
        rows={7}
        value={value}
        aria-keyshortcuts="c"
        onChange={event => onChange(event.currentTarget.value)}
        onSelect={event => {
          const { selectionStart: start, selectionEnd: end } = event.currentTarget
          lastSelection.current = { start, end }
        }}
        onKeyDown={leaveOnEscape}
      />
      <div className={styles.textActions}>
        <PhrasesButton onChoose={insert} />
        <DraftStatus
          isPersistent={state.isPersistent}
          isSaving={state.saving}
          savedAt={state.saved?.savedAt}
        />
      </div>
    </Stack>
  )
}

/** Fits the height to the text if the browser lacks the CSS property `field-sizing`. */
function useAutoHeight(fieldRef: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for every text.
  useLayoutEffect(() => {
    const field = fieldRef.current
    if (!field || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }, [fieldRef, value])
}

type DraftStatusProps = { isPersistent: boolean; isSaving: boolean; savedAt: number | undefined }

// No live region, because it changes every few letters.
function DraftStatus({ isPersistent, isSaving, savedAt }: DraftStatusProps) {
  const t = useT('correction')
  const format = useFormat()
  if (!isPersistent) return <Status tone="warn">{t('notKept')}</Status>
  if (isSaving) return <Status>{t('saving')}</Status>
  if (savedAt === undefined) return null
  return <Status tone="ok">{t('saved', { time: format.time(savedAt) })}</Status>
}

export function Status({ tone, children }: { tone?: 'ok' | 'warn'; children: ReactNode }) {
  return (
    <Text className={styles.status} size="sm" c="dimmed" data-tone={tone}>
      {tone === 'warn' && <IconAlertTriangle aria-hidden />}
      {tone === 'ok' && <IconCheck aria-hidden />}
      {children}
    </Text>
  )
}

const Phrases = lazyComponent(async () => (await import('./Phrases.tsx')).Phrases)

/** Button that opens the teacher's earlier sentences. `onChoose` must move the focus. */
function PhrasesButton({ onChoose }: { onChoose: (phrase: string) => void }) {
  const t = useT('correction')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={Phrases.preload}
        onFocus={Phrases.preload}
        rightSection={<IconChevronDown aria-hidden className={styles.chevron} />}
        leftSection={<IconTextPlus aria-hidden />}
      >
        {t('phrases.button')}
      </Button>
      {isOpen && (
        <Phrases
          anchor={() => button.current}
          onClose={close}
          onChoose={phrase => {
            setIsOpen(false)
            onChoose(phrase)
          }}
        />
      )}
    </>
  )
}

type PointsFieldProps = {
  fieldRef: RefObject<HTMLInputElement | null>
  homework: Homework
  value: string
  /** Whether the points exceed the largest number that the service accepts. */
  isTooHigh: boolean
  /** Whether to show an error before the field loses the focus. */
  showsErrorAtOnce: boolean
  onChange: (text: string) => void
}

export function PointsField(props: PointsFieldProps) {
  const { fieldRef, homework, value, isTooHigh, showsErrorAtOnce, onChange } = props
  const t = useT('correction')
  const language = useLocale()
  const id = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const points = parsePoints(value)
  const maxPoints = homework.points || undefined
  const isInvalid = points === undefined && (showsErrorAtOnce || !hasFocus)
  const invalidText = isInvalid ? t('pointsInvalid') : undefined
  const problem = isTooHigh ? t('pointsTooMany') : invalidText
  const isAboveMaximum = points && maxPoints && points > maxPoints
  const note =
    problem ??
    (isAboveMaximum ? t('aboveMaximum', { maximum: formatPoints(maxPoints, language) }) : undefined)
  const Note = problem ? Input.Error : Input.Description
  return (
    <Stack gap="xs" miw={0}>
      <label className={styles.label} htmlFor={id}>
        {t('points')}
        <span className={styles.shortcutKey} aria-hidden>
          p
        </span>
      </label>
      <div className={styles.points}>
        <Input
          ref={fieldRef}
          id={id}
          error={problem !== undefined}
          attributes={{ input: { 'aria-describedby': note ? `${id}-note` : undefined } }}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-keyshortcuts="p"
          onChange={event => onChange(event.currentTarget.value)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onKeyDown={leaveOnEscape}
        />
        {maxPoints !== undefined && (
          <>
            <Text span c="dimmed">
              {t('of')}
            </Text>
            <span>{formatPoints(maxPoints, language)}</span>
          </>
        )}
      </div>
      {note && (
        <Note id={`${id}-note`} role={problem ? 'alert' : 'status'}>
          {note}
        </Note>
      )}
    </Stack>
  )
}

export function LabelledSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" miw={0} aria-label={label}>
      <Text component="h3" size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      {children}
    </Stack>
  )
}
