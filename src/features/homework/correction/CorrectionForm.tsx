import { Button, Input, Kbd, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useKeyLabel } from '../../../i18n/useKeyLabel.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { useShortcuts } from '../../../ui/focus/useShortcuts.ts'
import { DropZone, FilePicker, useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { FileList } from '../FileList.tsx'
import { StoredFileIcon } from '../StoredFileIcon.tsx'
import { useDraftFiles } from '../storedFiles.ts'
import styles from './Correction.module.css'
import { firstName, PointsRow, TextRow } from './CorrectionFields.tsx'
import {
  correctionDraft,
  getDraftKey,
  isSameHandIn,
  type OpenCorrection,
  toCorrectionSnapshot,
} from './correctionDraft.ts'
import { type DraftProblem, maxTextLength } from './correctionWrite.ts'

export type ReturnTo = 'next' | 'stay'
/**
 * `text`, `points`: error at the field. `file`: the stored file with this ID no longer exists. `notStored`: the device
 * could not store the correction.
 */
export type ReturnProblem = DraftProblem | { field: 'file'; id: string } | { field: 'all'; why: 'notStored' }

type CorrectionFormProps = {
  homework: Homework
  entry: SubmissionEntry
  open: OpenCorrection
  problem: ReturnProblem | undefined
  returning: boolean
  send: (to: ReturnTo) => void
  /** Called on each change, to clear the problem. */
  touched: () => void
  takesFiles: boolean
  /** Called with whether a text field has the focus. While it has, the form stays, whatever arrives meanwhile. */
  onTyping: (typing: boolean) => void
  /** Called to show the returned correction again. Undefined if it does not exist. */
  onLeave: (() => Promise<void>) | undefined
  /** Undo of the last return, shown above the button that returns this correction. */
  undo: ReactNode
}

/** Form for text, points and files of a correction, with the buttons that return it. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { homework, entry, open, problem, returning, send, touched, takesFiles, onTyping, onLeave, undo } =
    props
  const t = useT('correction')
  const keyLabel = useKeyLabel()
  const text = useRef<HTMLTextAreaElement>(null)
  const points = useRef<HTMLInputElement>(null)
  const { value, hasContent, state } = open
  const change: OpenCorrection['change'] = patch => {
    touched()
    open.change(patch)
  }
  // Files can be chosen, dropped or pasted anywhere on the panel.
  const files = useDraftFiles(correctionDraft, getDraftKey(homework.id, entry.user.id), kept =>
    open.change(now => ({ files: [...now.files, kept] })),
  )
  const addFiles: typeof files.add = (...chosen) => {
    touched()
    files.add(...chosen)
  }
  const { isDragOver, dropHandlers } = useFileDrop(addFiles)
  const now = toCorrectionSnapshot(entry.submission)
  const name = firstName(entry.user.name)
  const problemField = problem?.field
  const isBusy = returning || files.keeping > 0

  const handleReturn = (to: ReturnTo) => {
    // Wait for a file that is still being stored, because it belongs to the correction.
    if (files.keeping === 0) send(to)
  }
  useCorrectionKeys(text, points, handleReturn)
  useEffect(() => {
    if (problemField === 'text') text.current?.focus()
    if (problemField === 'points') points.current?.focus()
  }, [problemField])
  // Removing a focused field fires no blur event.
  const leave = useEffectEvent(() => onTyping(false))
  useEffect(() => () => leave(), [])

  const filesTitle = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of its fields.
    <div
      className={styles.body}
      onFocus={() => onTyping([text.current, points.current].some(field => field === document.activeElement))}
      onBlur={() => onTyping(false)}
      {...(takesFiles && { ...dropHandlers, 'data-over': isDragOver })}
    >
      <div className={styles.form}>
        {hasContent && !isSameHandIn(value.opened, now) && (
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
          readOnly={returning}
          problem={
            problem?.field === 'text'
              ? t(problem.why === 'tooLong' ? 'tooLong' : 'nothing', { most: String(maxTextLength) })
              : undefined
          }
          onChange={typed => change({ text: typed })}
        />
        <PointsRow
          field={points}
          homework={homework}
          value={value.points}
          readOnly={returning}
          refused={problem?.field === 'points' && problem.why === 'tooMany'}
          shown={problemField === 'points'}
          onChange={typed => change({ points: typed })}
        />
        <Stack gap="xs" miw={0} role="group" aria-labelledby={filesTitle}>
          <p id={filesTitle} className={styles.label}>
            {t('files.title')}
          </p>
          {value.files.length > 0 && (
            <FileList
              files={value.files}
              icon={file => <StoredFileIcon file={file} />}
              remove={{
                label: file => t('files.remove', { name: file }),
                run: ({ id }) => change(({ files }) => ({ files: files.filter(file => file.id !== id) })),
              }}
              problem={({ id }) =>
                problem?.field === 'file' &&
                problem.id === id && <Input.Error role="alert">{t('fileGone')}</Input.Error>
              }
            />
          )}
          {takesFiles ? (
            <FilePicker label={t('files.title')} onFiles={addFiles}>
              {choose => (
                <DropZone isDragOver={isDragOver} choose={choose}>
                  {link => {
                    if (files.keeping > 0) return t('files.keeping')
                    return isDragOver ? t('files.dropNow') : t.rich('files.drop', { choose: link })
                  }}
                </DropZone>
              )}
            </FilePicker>
          ) : (
            <Input.Description>{t('files.unsupported')}</Input.Description>
          )}
          {files.refused.map(({ name: file, why }) => (
            <Input.Error key={file} role="alert">
              {t(`files.${why}`, { name: sanitizeName(file) })}
            </Input.Error>
          ))}
        </Stack>
        {!state.kept && (
          <Notice tone="warn" role="status">
            {t('notKeptHint')}
          </Notice>
        )}
        {problemField === 'all' && (
          <Notice tone="danger" role="alert">
            {t('notStored')}
          </Notice>
        )}
      </div>
      {undo}
      <footer className={styles.foot}>
        {entry.submission.user_can_submit && (
          <Text className={styles.before} size="sm" c="dimmed">
            <IconInfoCircle aria-hidden />
            <span>{t(entry.submission.is_submitted ? 'stillOpen' : 'stillOpenFirst', { name })}</span>
          </Text>
        )}
        <div className={styles.go}>
          <Button
            variant="filled"
            className={styles.big}
            aria-disabled={isBusy || undefined}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => handleReturn('next')}
          >
            {isBusy ? t('returning') : t('returnNext')}
            <Kbd aria-hidden>{keyLabel('Ctrl+Enter')}</Kbd>
          </Button>
        </div>
        <Text className={styles.after} size="xs" c="var(--text-3)" ta="center">
          {t('nothingBefore', { name })}
        </Text>
        <Button
          variant="subtle"
          size="sm"
          className={styles.stay}
          aria-disabled={isBusy || undefined}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          onClick={() => handleReturn('stay')}
        >
          {t('returnStay')}
        </Button>
      </footer>
    </div>
  )
}

/**
 * Registers the panel's keys: c and p focus the fields, Escape leaves them. Ctrl or ⌘ with Enter returns the correction
 * from anywhere; with Shift the pupil stays open.
 */
function useCorrectionKeys(
  text: RefObject<HTMLTextAreaElement | null>,
  points: RefObject<HTMLInputElement | null>,
  onReturn: (to: ReturnTo) => void,
): void {
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
