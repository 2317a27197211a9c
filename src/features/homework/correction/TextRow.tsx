import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconTextPlus } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import type { DraftState } from '../../../outbox/drafts/Drafts.ts'
import styles from './CorrectionFields.module.css'
import correctionTextStyles from './CorrectionText.module.css'
import { leaveOnEscape } from './leaveOnEscape.ts'
import { insertPhrase } from './phrases.ts'

type TextRowProps = {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  state: Pick<DraftState<unknown>, 'kept' | 'saving' | 'saved'>
  readOnly: boolean
  problem: string | undefined
  onChange: (text: string) => void
}

/** The words of a correction, with the sentences one has used before. */
export function TextRow({ field, value, state, readOnly, problem, onChange }: TextRowProps) {
  const t = useT('correction')
  // Where the cursor was last; a field nobody was in has it at its end.
  const cursor = useRef<{ start: number; end: number }>(undefined)
  useGrowing(field, value)

  const insert = (phrase: string) => {
    const area = field.current
    if (!area) return
    const at = cursor.current ?? { start: value.length, end: value.length }
    const { inserted, text, cursor: after } = insertPhrase(value, at, phrase)
    area.focus()
    area.setSelectionRange(at.start, at.end)
    // As if typed, so that undo takes it back; where a browser can't, the text is set.
    if (!document.execCommand?.('insertText', false, inserted)) onChange(text)
    cursor.current = { start: after, end: after }
    queueMicrotask(() => area.setSelectionRange(after, after))
  }
  return (
    <div className={styles.row}>
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
    </div>
  )
}

/** As high as its text, where CSS alone (`field-sizing`) does not make it so. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for every text.
  useLayoutEffect(() => {
    const area = field.current
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [field, value])
}

/** Whether what is typed is on disk. Not read out: it changes with every few letters. */
function DraftStatus({ state }: { state: Pick<DraftState<unknown>, 'kept' | 'saving' | 'saved'> }) {
  const t = useT('correction')
  const format = useFormat()
  if (!state.kept) {
    return (
      <p className={styles.status} data-tone="warn">
        <IconAlertTriangle aria-hidden />
        {t('notKept')}
      </p>
    )
  }
  if (state.saving) return <p className={styles.status}>{t('saving')}</p>
  if (!state.saved) return null
  return (
    <p className={styles.status} data-tone="ok">
      <IconCheck aria-hidden />
      {t('saved', { time: format.time(state.saved.savedAt) })}
    </p>
  )
}

const Phrases = latePart(async () => (await import('./Phrases.tsx')).Phrases)

/** Opens the sentences one has used before. The chosen one goes to `onChoose`, which also takes the focus. */
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
        onPointerEnter={Phrases.fetchAhead}
        onFocus={Phrases.fetchAhead}
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

type CorrectionTextProps = {
  label: string
  text: string
  /** As typed, or as a number; null where none were given. */
  points: string | number | null
  files?: number
}

/** One version of a correction to read: its words and points, with a name. */
export function CorrectionText({ label, text, points, files = 0 }: CorrectionTextProps) {
  const t = useT('correction')
  const language = useLocale()
  const given = typeof points === 'string' ? (parsePoints(points) ?? null) : points
  const said = [
    given === null ? t('version.noPoints') : t('version.points', { points: formatPoints(given, language) }),
    ...(files > 0 ? [t('version.files', { count: files })] : []),
  ]
  return (
    <section className={correctionTextStyles.version} aria-label={label}>
      <h3 className={correctionTextStyles.label}>{label}</h3>
      <p className={correctionTextStyles.text} dir="auto">
        {text.trim() === '' ? <span className={correctionTextStyles.none}>{t('version.noText')}</span> : text}
      </p>
      <p className={correctionTextStyles.points}>{said.join(' · ')}</p>
    </section>
  )
}
