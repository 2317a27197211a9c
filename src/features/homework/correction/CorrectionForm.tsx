import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
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
import { harmlessName } from '../../../ui/harmlessName.ts'
import { DropZone, PickFiles, useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import { FileList } from '../FileList.tsx'
import { KeptFileIcon } from '../KeptPhoto.tsx'
import { useDraftFiles } from '../keptFiles.ts'
import styles from './Correction.module.css'
import { firstName, PointsRow, TextRow } from './CorrectionFields.tsx'
import { correctionDraft, draftKey, type OpenCorrection, sameHandIn, seenOf } from './correctionDraft.ts'
import { type DraftProblem, longestText } from './correctionWrite.ts'

export type ReturnTo = 'next' | 'stay'
/** `text` and `points`: at the field. `file`: the kept file with this id is gone. `notStored`: no room for it. */
export type ReturnProblem = DraftProblem | { field: 'file'; id: string } | { field: 'all'; why: 'notStored' }

type CorrectionFormProps = {
  homework: Homework
  entry: SubmissionEntry
  open: OpenCorrection
  problem: ReturnProblem | undefined
  returning: boolean
  send: (to: ReturnTo) => void
  /** Something wrong with a field is forgotten while that is changed. */
  touched: () => void
  takesFiles: boolean
  /** Whether somebody types: the field stays under their fingers, whatever comes up meanwhile. */
  onTyping: (typing: boolean) => void
  /** Goes back to the correction there is, where there is one. */
  onLeave: (() => Promise<void>) | undefined
  /** The undo of the last return, above the button that returns this one. */
  undo: ReactNode
}

/** Text, points and files of a correction, and the way to return them. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { homework, entry, open, problem, returning, send, touched, takesFiles, onTyping, onLeave, undo } =
    props
  const t = useT('correction')
  const keyLabel = useKeyLabel()
  const text = useRef<HTMLTextAreaElement>(null)
  const points = useRef<HTMLInputElement>(null)
  const { value, begun, state } = open
  const change: OpenCorrection['change'] = patch => {
    touched()
    open.change(patch)
  }
  // Anywhere on the panel they are chosen, dropped or pasted.
  const files = useDraftFiles(correctionDraft, draftKey(homework.id, entry.user.id), kept =>
    open.change(now => ({ files: [...now.files, kept] })),
  )
  const addFiles: typeof files.add = (...chosen) => {
    touched()
    files.add(...chosen)
  }
  const { over, place } = useFilePlace(addFiles)
  const now = seenOf(entry.submission)
  const name = firstName(entry.user.name)
  const wrong = problem?.field
  const going = returning || files.keeping > 0

  const back = (to: ReturnTo) => {
    // A file that is still being stored belongs to it.
    if (files.keeping === 0) send(to)
  }
  useCorrectionKeys(text, points, back)
  useEffect(() => {
    if (wrong === 'text') text.current?.focus()
    if (wrong === 'points') points.current?.focus()
  }, [wrong])
  // A form that goes away under the fingers is left without a blur.
  const leave = useEffectEvent(() => onTyping(false))
  useEffect(() => () => leave(), [])

  const filesTitle = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of its fields.
    <div
      className={styles.body}
      onFocus={() => onTyping([text.current, points.current].some(field => field === document.activeElement))}
      onBlur={() => onTyping(false)}
      {...(takesFiles && { ...place, 'data-over': over })}
    >
      <div className={styles.form}>
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
          readOnly={returning}
          problem={
            problem?.field === 'text'
              ? t(problem.why === 'tooLong' ? 'tooLong' : 'nothing', { most: String(longestText) })
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
          shown={wrong === 'points'}
          onChange={typed => change({ points: typed })}
        />
        <Stack gap="xs" miw={0} role="group" aria-labelledby={filesTitle}>
          <p id={filesTitle} className={styles.label}>
            {t('files.title')}
          </p>
          {value.files.length > 0 && (
            <FileList
              files={value.files}
              icon={file => <KeptFileIcon file={file} />}
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
            <PickFiles label={t('files.title')} onFiles={addFiles}>
              {choose => (
                <DropZone over={over} choose={choose}>
                  {link => {
                    if (files.keeping > 0) return t('files.keeping')
                    return over ? t('files.dropNow') : t.rich('files.drop', { choose: link })
                  }}
                </DropZone>
              )}
            </PickFiles>
          ) : (
            <Input.Description>{t('files.unsupported')}</Input.Description>
          )}
          {files.refused.map(({ name: file, why }) => (
            <Input.Error key={file} role="alert">
              {t(`files.${why}`, { name: harmlessName(file) })}
            </Input.Error>
          ))}
        </Stack>
        {!state.kept && (
          <Notice tone="warn" role="status">
            {t('notKeptHint')}
          </Notice>
        )}
        {wrong === 'all' && (
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
            aria-disabled={going || undefined}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => back('next')}
          >
            {going ? t('returning') : t('returnNext')}
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
          aria-disabled={going || undefined}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          onClick={() => back('stay')}
        >
          {t('returnStay')}
        </Button>
      </footer>
    </div>
  )
}

/** c and p go to the fields, Escape leaves them, Ctrl or ⌘ with Enter returns from wherever one is; with Shift and stays. */
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
    // Held down, it repeats: once is meant.
    if (!event.repeat) onReturn(event.shiftKey ? 'stay' : 'next')
  })
}
