import { Button, Kbd, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import { maxCorrectionLength, type SubmissionEntry } from '../../../contract/submissions.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { getFirstName } from '../../../lib/familyName.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { type MarkingContext, setPoints } from '../scheme/markedDraft.ts'
import { SchemeSection } from '../scheme/SchemeSection.tsx'
import type { HomeworkScheme } from '../scheme/useScheme.ts'
import { useDraftFiles } from '../storedFiles.ts'
import styles from './Correction.module.css'
import { PointsField, TextField } from './CorrectionFields.tsx'
import { CorrectionFiles } from './CorrectionFiles.tsx'
import { type DraftProblem, getReplacementText } from './correctionBody.ts'
import { correctionDraft, getDraftKey, type OpenCorrection } from './correctionDraft.ts'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { useVoiceRecorder } from './useVoiceRecorder.ts'

export type AfterReturn = 'next' | 'stay'
/** `notStored`: the device could not store the correction. `changed`: the draft was changed meanwhile. */
export type ReturnProblem = DraftProblem | { field: 'all'; why: 'notStored' | 'changed' }

type CorrectionFormProps = {
  homework: Homework
  entry: SubmissionEntry
  correction: OpenCorrection
  scheme: HomeworkScheme
  context: MarkingContext
  problem: ReturnProblem | undefined
  clearProblem: () => void
  returnCorrection: (afterReturn: AfterReturn) => void
  /** Called to show the returned correction again. Undefined without a returned correction. */
  onCancelRevision: (() => void) | undefined
  /** Undo of the last return, shown above the button that returns this correction. */
  undo: ReactNode
}

export function CorrectionForm(props: CorrectionFormProps) {
  const { homework, entry, correction, scheme, context, problem, clearProblem } = props
  const { returnCorrection, onCancelRevision, undo } = props
  const t = useT('correction')
  const keyLabel = useKeyLabel()
  const textRef = useRef<HTMLTextAreaElement>(null)
  const pointsRef = useRef<HTMLInputElement>(null)
  const schemeRef = useRef<HTMLElement>(null)
  const messageRef = useRef<HTMLDivElement>(null)
  const { value, hasContent, state, change: changeDraft, getLatest } = correction
  const change: OpenCorrection['change'] = patch => {
    clearProblem()
    changeDraft(patch)
  }
  // Files can be chosen, dropped or pasted anywhere on the panel.
  const files = useDraftFiles(correctionDraft, getDraftKey(homework.id, entry.user.id), stored =>
    changeDraft(latest => ({ files: [...latest.files, stored] })),
  )
  const isStoringFile = files.pendingCount > 0
  const addFiles: typeof files.add = (...chosen) => {
    clearProblem()
    files.add(...chosen)
  }
  const { isDragOver, dropHandlers } = useFileDrop(addFiles)
  const name = getFirstName(sanitizeName(entry.user.name))
  const problemField = problem?.field
  const replacementText = getReplacementText(value, context)

  const recorder = useVoiceRecorder(files.addLater, () =>
    [...getLatest().files, ...entry.submission.correction_files].map(file => file.name),
  )
  const handleReturn = async (afterReturn: AfterReturn) => {
    // The file belongs to the correction.
    if (isStoringFile) return
    recorder.stop()
    if (recorder.state.kind === 'recording' && !(await files.whenStored())) return
    returnCorrection(afterReturn)
  }
  const focusPoints = () => {
    pointsRef.current?.focus()
    pointsRef.current?.select()
  }
  useCorrectionKeys(textRef, focusPoints, afterReturn => void handleReturn(afterReturn))
  useEffect(() => {
    if (problemField === 'text') textRef.current?.focus()
    if (problemField === 'points') pointsRef.current?.focus()
    if (problemField === 'scheme') schemeRef.current?.scrollIntoView({ block: 'nearest' })
    // Focusing also scrolls: the message may be below the visible part of the form.
    if (problemField === 'all') messageRef.current?.focus()
  }, [problemField])

  return (
    <div className={styles.body} {...dropHandlers} data-over={isDragOver}>
      <div className={styles.form}>
        {hasContent && (
          <OutdatedNotice homework={homework} entry={entry} correction={correction} context={context} />
        )}
        {onCancelRevision && (
          <Notice action={{ label: t('returned.back'), run: onCancelRevision }}>
            {t('returned.againLead')}
          </Notice>
        )}
        <TextField
          fieldRef={textRef}
          value={value.text}
          state={state}
          problem={
            problem?.field === 'text'
              ? t(problem.why === 'tooLong' ? 'tooLong' : 'nothing', { most: String(maxCorrectionLength) })
              : undefined
          }
          onChange={typed => change({ text: typed })}
        />
        {replacementText && (
          <Text size="sm" c="dimmed">
            {t('replacement', { name, text: replacementText })}
          </Text>
        )}
        <SchemeSection
          ref={schemeRef}
          homework={homework}
          scheme={scheme}
          context={context}
          draft={{ points: value.points, scheme: value.scheme }}
          showsErrorsAtOnce={problemField === 'scheme'}
          change={change}
          focusPoints={focusPoints}
        />
        <PointsField
          fieldRef={pointsRef}
          homework={homework}
          value={value.points}
          isTooHigh={problem?.field === 'points' && problem.why === 'tooMany'}
          showsErrorAtOnce={problemField === 'points'}
          onChange={typed => change(latest => setPoints(latest, typed, context))}
        />
        <CorrectionFiles
          homework={homework}
          entry={entry}
          draft={{ files: value.files, marked: value.marked }}
          files={files}
          recorder={recorder}
          isDragOver={isDragOver}
          addFiles={addFiles}
          change={change}
        />
        {!state.isPersistent && (
          <Notice tone="warn" role="status">
            {t('notKeptHint')}
          </Notice>
        )}
        {problem?.field === 'all' && (
          <div ref={messageRef} tabIndex={-1}>
            <Notice tone="danger" role="alert">
              {t(problem.why === 'changed' ? 'changed.whileReturning' : 'notStored')}
            </Notice>
          </div>
        )}
      </div>
      {undo}
      <footer className={styles.footer}>
        {entry.submission.user_can_submit && (
          <Text className={styles.resubmissionHint} size="sm" c="dimmed">
            <IconInfoCircle aria-hidden />
            <span>{t(entry.submission.is_submitted ? 'stillOpen' : 'stillOpenFirst', { name })}</span>
          </Text>
        )}
        <div className={styles.returnNext}>
          <Button
            variant="filled"
            className={styles.returnNextButton}
            aria-disabled={isStoringFile || undefined}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => void handleReturn('next')}
          >
            {t('returnNext')}
            <Kbd aria-hidden>{keyLabel('Ctrl+Enter')}</Kbd>
          </Button>
        </div>
        <Text className={styles.visibilityHint} size="xs" c="var(--text-3)" ta="center">
          {t('nothingBefore', { name })}
        </Text>
        <Button
          variant="subtle"
          size="sm"
          className={styles.stayButton}
          aria-disabled={isStoringFile || undefined}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          onClick={() => void handleReturn('stay')}
        >
          {t('returnStay')}
        </Button>
      </footer>
    </div>
  )
}

/** Registers the keys of the panel. The fields handle Escape themselves. */
function useCorrectionKeys(
  textRef: RefObject<HTMLTextAreaElement | null>,
  focusPoints: () => void,
  onReturn: (afterReturn: AfterReturn) => void,
): void {
  const t = useT('correction')
  useShortcuts([
    { key: 'c', description: t('keys.text'), run: () => textRef.current?.focus() },
    { key: 'p', description: t('keys.points'), run: focusPoints },
    { key: 'Ctrl+Enter', description: t('keys.returnNext') },
    { key: 'Ctrl+Shift+Enter', description: t('keys.returnStay') },
    { key: 'Escape', description: t('keys.leave') },
  ])
  useDocumentKeys(event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    // Ignore the repeated events while the key is down.
    if (!event.repeat) onReturn(event.shiftKey ? 'stay' : 'next')
  })
}
