import { Button, Input, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconTextPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import type { DraftState } from '../../../outbox/drafts/Drafts.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { createTextStore } from '../textStore.ts'
import styles from './Correction.module.css'
import { insertPhrase } from './phrases.ts'

type TextRowProps = {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  state: Pick<DraftState<unknown>, 'kept' | 'saving' | 'saved'>
  readOnly: boolean
  problem: string | undefined
  onChange: (text: string) => void
}

/** Text field of a correction with a button that inserts earlier sentences of the teacher. */
export function TextRow({ field, value, state, readOnly, problem, onChange }: TextRowProps) {
  const t = useT('correction')
  // Last selection in the field. If undefined, phrases are inserted at the end of the text.
  const cursor = useRef<{ start: number; end: number }>(undefined)
  useGrowing(field, value)

  const insert = (phrase: string) => {
    const area = field.current
    if (!area) return
    const at = cursor.current ?? { start: value.length, end: value.length }
    const { inserted, text, cursor: after } = insertPhrase(value, at, phrase)
    area.focus()
    area.setSelectionRange(at.start, at.end)
    // Insert like typed text, so that undo removes it. If the browser can't, set the text.
    if (!document.execCommand?.('insertText', false, inserted)) onChange(text)
    cursor.current = { start: after, end: after }
    queueMicrotask(() => area.setSelectionRange(after, after))
  }
  return (
    <Stack gap="xs" miw={0}>
      <Textarea
        ref={field}
        label={
          <>
            {t('text')}
            <span className={styles.key} aria-hidden>
              c
            </span>
          </>
        }
        error={problem}
        classNames={{ label: styles.label ?? '', input: styles.text ?? '' }}
        attributes={{ input: { dir: 'auto' } }}
        rows={7}
        value={value}
        readOnly={readOnly}
        aria-keyshortcuts="c"
        onChange={event => onChange(event.currentTarget.value)}
        onSelect={event => {
          const { selectionStart: start, selectionEnd: end } = event.currentTarget
          cursor.current = { start, end }
        }}
        onKeyDown={leaveOnEscape}
      />
      <div className={styles.under}>
        <PhrasesButton onChoose={insert} />
        <DraftStatus state={state} />
      </div>
    </Stack>
  )
}

/** Makes the field as high as its text if the browser lacks the CSS property `field-sizing`. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for every text.
  useLayoutEffect(() => {
    const area = field.current
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [field, value])
}

/** Shows whether the typed text is stored. It is no live region, because it changes every few letters. */
function DraftStatus({ state }: { state: Pick<DraftState<unknown>, 'kept' | 'saving' | 'saved'> }) {
  const t = useT('correction')
  const format = useFormat()
  if (!state.kept) return <Status tone="warn">{t('notKept')}</Status>
  if (state.saving) return <Status>{t('saving')}</Status>
  if (!state.saved) return null
  return <Status tone="ok">{t('saved', { time: format.time(state.saved.savedAt) })}</Status>
}

/** Line of text after a small icon. */
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

/** Button that opens the teacher's earlier sentences. `onChoose` receives the chosen one and moves the focus. */
function PhrasesButton({ onChoose }: { onChoose: (phrase: string) => void }) {
  const t = useT('correction')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(shown => !shown)}
        onPointerEnter={Phrases.preload}
        onFocus={Phrases.preload}
        rightSection={<IconChevronDown aria-hidden className={styles.chevron} />}
        leftSection={<IconTextPlus aria-hidden />}
      >
        {t('phrases.button')}
      </Button>
      {open && (
        <Phrases
          anchor={() => button.current}
          onClose={close}
          onChoose={phrase => {
            setOpen(false)
            onChoose(phrase)
          }}
        />
      )}
    </>
  )
}

type PointsRowProps = {
  field: RefObject<HTMLInputElement | null>
  homework: Homework
  value: string
  readOnly: boolean
  /** Whether the points exceed the largest number that the service accepts. */
  refused: boolean
  /** Whether to show an error at once instead of after the field loses the focus. */
  shown: boolean
  onChange: (text: string) => void
}

/** Field for the points, with a decimal comma or point, and the maximum: the homework's own or the teacher's. */
export function PointsRow({ field, homework, value, readOnly, refused, shown, onChange }: PointsRowProps) {
  const t = useT('correction')
  const language = useLocale()
  const id = useId()
  const maximum = useMaximum(homework)
  const [left, setLeft] = useState(true)
  const points = parsePoints(value)
  const maxPoints = maximum.maxPoints
  const problem = refused
    ? t('pointsTooMany')
    : points === undefined && (left || shown)
      ? t('pointsInvalid')
      : undefined
  const above = !problem && points && maxPoints && points > maxPoints
  const note =
    problem ?? (above ? t('aboveMaximum', { maximum: formatPoints(maxPoints, language) }) : undefined)
  const isMaximumWrong = maximum.typed !== undefined && maximum.typed.trim() !== '' && maxPoints === undefined
  const Note = problem ? Input.Error : Input.Description
  return (
    <Stack gap="xs" miw={0}>
      <label className={styles.label} htmlFor={id}>
        {t('points')}
        <span className={styles.key} aria-hidden>
          p
        </span>
      </label>
      <div className={styles.points}>
        <Input
          ref={field}
          id={id}
          error={problem !== undefined}
          attributes={{ input: { 'aria-describedby': note ? `${id}-note` : undefined } }}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          readOnly={readOnly}
          aria-keyshortcuts="p"
          onChange={event => onChange(event.currentTarget.value)}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onKeyDown={leaveOnEscape}
        />
        <Text span c="dimmed">
          {t('of')}
        </Text>
        {maximum.typed === undefined ? (
          <span>{maxPoints !== undefined && formatPoints(maxPoints, language)}</span>
        ) : (
          <Input
            error={isMaximumWrong}
            attributes={{ input: { 'aria-describedby': isMaximumWrong ? `${id}-most` : undefined } }}
            inputMode="decimal"
            autoComplete="off"
            value={maximum.typed}
            placeholder={t('maximumShort')}
            aria-label={t('maximum')}
            title={t('maximum')}
            onChange={event => maximum.set(event.currentTarget.value)}
            onKeyDown={leaveOnEscape}
          />
        )}
      </div>
      {note && (
        <Note id={`${id}-note`} role={problem ? 'alert' : 'status'}>
          {note}
        </Note>
      )}
      {isMaximumWrong && (
        <Input.Error id={`${id}-most`} role="alert">
          {t('maximumInvalid')}
        </Input.Error>
      )}
    </Stack>
  )
}

type Maximum = {
  /** Maximum points, or undefined if they are unknown. */
  maxPoints: number | undefined
  /** Typed maximum, editable. Undefined if the homework has its own maximum. */
  typed: string | undefined
  set: (typed: string) => void
}

/** Returns the maximum points of a homework: its own, or the one that the user typed for it in this browser. */
function useMaximum({ id, points }: Pick<Homework, 'id' | 'points'>): Maximum {
  const storage = createTextStore(useUserStorage(), `staffroom:${useCurrentUser().id}:homework:maximum:${id}`)
  const [typed, setTyped] = useState(storage.read)
  if (points) return { maxPoints: points, typed: undefined, set: () => undefined }
  return {
    maxPoints: parsePoints(typed) || undefined,
    typed,
    set: text => {
      setTyped(text)
      if (text.trim() === '' || parsePoints(text)) storage.write(text.trim())
    },
  }
}

/** Leaves the field on Escape, so that single-key shortcuts work again. */
function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.blur()
}

/**
 * Returns a pupil's first name for use in a sentence: the first word after the comma, or of the whole name without a
 * comma.
 */
export function firstName(name: string): string {
  const [family = '', given = ''] = sanitizeName(name).split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}

/** Section of the correction with a small heading. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" miw={0} aria-label={label}>
      <Text component="h3" size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      {children}
    </Stack>
  )
}
