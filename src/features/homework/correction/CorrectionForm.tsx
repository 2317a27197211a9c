import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { commandKey, useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import panel from './CorrectionPanel.module.css'
import { draftKey } from './correctionDraft.ts'
import { sameHandIn, seenOf } from './correctionWrite.ts'
import { PointsRow } from './PointsRow.tsx'
import { ReturnButtons } from './ReturnButtons.tsx'
import { firstName } from './Returned.tsx'
import { ReturnFiles } from './ReturnFiles.tsx'
import { TextRow } from './TextRow.tsx'
import type { OpenCorrection } from './useCorrectionDraft.ts'
import type { ReturnTo, useReturn } from './useReturn.ts'
import { useReturnFiles } from './useReturnFiles.ts'

type CorrectionFormProps = {
  homework: Homework
  entry: SubmissionEntry
  open: OpenCorrection
  returning: ReturnType<typeof useReturn>
  takesFiles: boolean
  /** Whether somebody types: the field stays under their fingers, whatever comes up meanwhile. */
  onTyping: (typing: boolean) => void
  /** Goes back to the correction there is, where there is one. */
  onLeave: (() => Promise<void>) | undefined
}

/** Text, points and files of a correction, and the way to return them. */
export function CorrectionForm({
  homework,
  entry,
  open,
  returning,
  takesFiles,
  onTyping,
  onLeave,
}: CorrectionFormProps) {
  const t = useT('correction')
  const text = useRef<HTMLTextAreaElement>(null)
  const points = useRef<HTMLInputElement>(null)
  const { value, begun, state } = open
  const { problem, send, touched } = returning
  const files = useReturnFiles(open, draftKey(homework.id, entry.user.id), touched)
  const now = seenOf(entry.submission)
  const name = firstName(entry.user.name)

  const change: OpenCorrection['change'] = patch => {
    touched()
    open.change(patch)
  }
  const back = (to: ReturnTo) => {
    // A file that is still being stored belongs to it.
    if (files.keeping === 0) send(to)
  }
  useCorrectionKeys({ text, points, onReturn: back })
  const wrong = problem?.field
  useEffect(() => {
    if (wrong === 'text') text.current?.focus()
    if (wrong === 'points') points.current?.focus()
  }, [wrong])
  // A form that goes away under the fingers is left without a blur.
  const leave = useEffectEvent(() => onTyping(false))
  useEffect(() => () => leave(), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of its fields.
    <div
      className={panel.body}
      onFocus={() => onTyping([text.current, points.current].some(field => field === document.activeElement))}
      onBlur={() => onTyping(false)}
      {...(takesFiles && files.place)}
    >
      <div className={panel.form}>
        {begun && !sameHandIn(value.opened, now) && (
          <Notice
            tone="warn"
            role="status"
            action={{ label: t('changed.seen'), run: () => open.change({ opened: now }) }}
          >
            {t('changed.handIn', { name })}
          </Notice>
        )}
        {onLeave && (
          <Notice action={{ label: t('returned.back'), run: () => void onLeave() }}>
            {t('returned.againLead')}
          </Notice>
        )}
        <TextRow
          field={text}
          value={value.text}
          state={state}
          readOnly={returning.returning}
          problem={
            problem?.field === 'text'
              ? t(problem.why === 'tooLong' ? 'tooLong' : 'nothing', { most: String(returning.longestText) })
              : undefined
          }
          onChange={typed => change({ text: typed })}
        />
        <PointsRow
          field={points}
          homework={homework}
          value={value.points}
          readOnly={returning.returning}
          refused={problem?.field === 'points' && problem.why === 'tooMany'}
          shown={problem?.field === 'points'}
          onChange={typed => change({ points: typed })}
        />
        <ReturnFiles
          files={value.files}
          adding={files}
          takesFiles={takesFiles}
          goneId={problem?.field === 'file' ? problem.id : undefined}
        />
        {!state.kept && (
          <Notice tone="warn" role="status">
            {t('notKeptHint')}
          </Notice>
        )}
        {problem?.field === 'all' && (
          <Notice tone="danger" role="alert">
            {t('notStored')}
          </Notice>
        )}
      </div>
      <ReturnButtons
        name={name}
        stillOpen={entry.submission.user_can_submit}
        returning={returning.returning || files.keeping > 0}
        onReturn={back}
      />
    </div>
  )
}

type Keys = {
  text: RefObject<HTMLTextAreaElement | null>
  points: RefObject<HTMLInputElement | null>
  onReturn: (to: ReturnTo) => void
}

/** c and p go to the fields, Escape leaves them, Ctrl or ⌘ with Enter returns from wherever one is; with Shift and stays. */
function useCorrectionKeys({ text, points, onReturn }: Keys): void {
  const t = useT('correction')
  useShortcuts([
    { key: 'c', description: t('keys.text'), run: () => text.current?.focus() },
    {
      key: 'p',
      description: t('keys.points'),
      run: () => {
        points.current?.focus()
        points.current?.select()
      },
    },
    { key: `${commandKey}⏎`, description: t('keys.returnNext') },
    { key: `${commandKey}⇧⏎`, description: t('keys.returnStay') },
    { key: 'Esc', description: t('keys.leave') },
  ])
  useDocumentKeys(event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    // Held down, it repeats: once is meant.
    if (!event.repeat) onReturn(event.shiftKey ? 'stay' : 'next')
  })
}
