import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { DraftState } from '../../../outbox/Drafts.ts'
import fields from '../../../ui/Field.module.css'
import styles from './CorrectionFields.module.css'
import { DraftStatus } from './DraftStatus.tsx'
import { leaveOnEscape } from './leaveOnEscape.ts'
import { PhrasesButton } from './PhrasesButton.tsx'
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
  const id = useId()
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
      <label className={styles.label} htmlFor={id}>
        {t('text')}
        <span className={styles.key} aria-hidden>
          c
        </span>
      </label>
      <textarea
        ref={field}
        id={id}
        className={`${fields.field} ${styles.text}`}
        rows={7}
        dir="auto"
        value={value}
        readOnly={readOnly}
        aria-keyshortcuts="c"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        onChange={event => onChange(event.currentTarget.value)}
        onSelect={event => {
          const { selectionStart: start, selectionEnd: end } = event.currentTarget
          cursor.current = { start, end }
        }}
        onKeyDown={leaveOnEscape}
      />
      {problem && (
        <p id={`${id}-note`} className={fields.error} role="alert">
          {problem}
        </p>
      )}
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
