import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import type { DraftState } from '../../../delivery/drafts/Drafts.ts'
import { useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DropZone, FilePicker, useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useDraftFiles } from '../storedFiles.ts'
import { useFormatMoment } from '../times.ts'
import { HandInFileFields } from './HandInFileFields.tsx'
import {
  createHandInEntry,
  emptyHandIn,
  getHandInProblem,
  type HandInDraft,
  type HandInProblem,
  handInDraft,
} from './handInEntry.ts'
import { getFileToSend, isPage, needsPreparation } from './handInFiles.ts'
import { nameFiles } from './nameFiles.ts'
import styles from './Task.module.css'
import { usePreparedPhotos, waitForPhotos } from './usePreparedPhotos.ts'

const maxTitleLength = 80

type HandInFormProps = {
  task: Homework
  submission: Submission
  focusRef: ((field: HTMLElement | null) => void) | undefined
  onClose: () => void
}

export function HandInForm(props: HandInFormProps) {
  const { submission } = props
  const t = useT('task')
  const id = useId()
  const form = useHandInForm(props)
  const { value, problem, files, draft, state } = form
  const { isDragOver, dropHandlers } = useFileDrop(files.add)
  const submittedWhen = useFormatMoment()(submission.submitted_at)
  const isResubmission = submission.is_submitted
  return (
    <form
      className={styles.section}
      aria-labelledby={`${id}-title`}
      onSubmit={event => {
        event.preventDefault()
        form.send()
      }}
      {...dropHandlers}
    >
      <h2 id={`${id}-title`}>{t(isResubmission ? 'own.again' : 'form.title')}</h2>
      {isResubmission && (
        <Text c="dimmed">{t('form.replaces', { when: submittedWhen, files: submission.files.length })}</Text>
      )}
      <Textarea
        ref={props.focusRef}
        label={t('form.comment')}
        description={problem ? undefined : t('form.hint')}
        error={
          problem &&
          (problem.kind === 'empty'
            ? t('form.nothing')
            : t('form.tooLong', { count: String(problem.excess) }))
        }
        classNames={{ root: styles.row ?? '', input: styles.comment ?? '' }}
        attributes={{ input: { dir: 'auto' } }}
        rows={4}
        value={value.comment}
        onChange={event => form.change({ comment: event.target.value })}
        onBlur={() => void draft.flush()}
      />
      <fieldset className={styles.row}>
        <legend>{t('form.files')}</legend>
        <HandInFileFields value={value} onChange={form.change} />
        <FilePicker label={t('form.choose')} onFiles={files.add}>
          {choose => (
            <>
              <DropZone isDragOver={isDragOver} openFileChooser={choose} className={styles.drop}>
                {link => (isDragOver ? t('form.dropHere') : t.rich('form.drop', { choose: link }))}
              </DropZone>
              <div className={styles.touch}>
                <FilePicker label={t('form.photo')} camera onFiles={files.add}>
                  {take => (
                    <Button onClick={take} leftSection={<IconCamera aria-hidden />}>
                      {t('form.photo')}
                    </Button>
                  )}
                </FilePicker>
                <Button onClick={choose} leftSection={<IconUpload aria-hidden />}>
                  {t('form.choose')}
                </Button>
              </div>
            </>
          )}
        </FilePicker>
      </fieldset>
      {files.refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list only grows.
        <Notice key={index} tone="danger" role="alert">
          {t(`form.refused.${why}`, { name: sanitizeName(name) })}
        </Notice>
      ))}
      {form.isSending && value.files.some(needsPreparation) && (
        <Notice role="status">{t('form.photos.waiting')}</Notice>
      )}
      {form.hasFailed && (
        <Notice tone="danger" role="alert">
          {t('form.failed', { reason: t('form.noStorage') })}
        </Notice>
      )}
      <Stack component="footer" gap="sm">
        <Group gap="sm" justify="flex-end">
          {isResubmission && (
            <Button variant="subtle" onClick={() => void form.cancel()}>
              {t('form.cancel')}
            </Button>
          )}
          <Button type="submit" variant="filled" flex={1} aria-disabled={form.isSending}>
            {t(isResubmission ? 'form.sendAgain' : 'form.send')}
          </Button>
        </Group>
        {/* Below the buttons: its height changes while the draft is saved, and a click must not miss them. */}
        <DraftLine state={state} isEmpty={handInDraft.isEmpty(value)} />
      </Stack>
    </form>
  )
}

function DraftLine({ state, isEmpty }: { state: DraftState<HandInDraft>; isEmpty: boolean }) {
  const t = useT('task')
  const format = useFormat()
  const getText = () => {
    if (!state.isPersistent) return t('form.notKept')
    if (state.saving) return t('form.saving')
    if (!state.saved || isEmpty) return t('form.private')
    return `${t('form.saved', { time: format.time(state.saved.savedAt) })} · ${t('form.private')}`
  }
  return (
    <Text size="sm" c={state.isPersistent ? 'var(--text-3)' : 'var(--warn-text)'}>
      {getText()}
    </Text>
  )
}

/** Text and files are a draft until they are moved to the delivery. */
function useHandInForm({ task, submission, onClose }: HandInFormProps) {
  const t = useT('task')
  const delivery = useDelivery()
  const sendsFilesFirst = useHasExtensions()
  const form = useDraftForm(handInDraft, String(task.id), { comment: submission.comment ?? '', files: [] })
  const { draft, state } = form
  const [problem, setProblem] = useState<HandInProblem>()
  const [hasFailed, setHasFailed] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const runOnce = useSingleAction()

  const change: typeof form.change = changes => {
    setProblem(undefined)
    form.change(changes)
  }
  const files = useDraftFiles(handInDraft, String(task.id), file =>
    change(current => ({ files: [...current.files, file] })),
  )
  usePreparedPhotos(form.value.files, (id, photo) =>
    change(current => ({ files: current.files.map(file => (file.id === id ? { ...file, photo } : file)) })),
  )
  const moveToDelivery = async () => {
    // If a chosen file could not be stored, the user must see that first.
    const areAllFilesStored = (await files.whenStored()) !== false
    await waitForPhotos(delivery, form.getValue().files)
    // The pupil may have changed the draft meanwhile, but a photo that was added then is not prepared yet.
    const latest = form.getValue()
    const value = { ...latest, files: await waitForPhotos(delivery, latest.files) }
    const nextProblem = getHandInProblem(value)
    setProblem(nextProblem)
    if (nextProblem || !areAllFilesStored) return
    const named = await nameFiles(value, {
      drafts: delivery.drafts,
      earlierPages: submission.files.filter(({ name, content_type: type }) => isPage({ name, type })).length,
      getPageName: (page, name) => t('form.page.name', { page: String(page), name }),
    })
    const entry = createHandInEntry({
      ...{ task, submission, sendsFilesFirst },
      title: t('sending.handIn', {
        homework: truncateText(task.text.trim().split('\n', 1)[0] ?? '', maxTitleLength, '…'),
      }),
      draft: named,
      files: named.files
        .map(file => getFileToSend(file, named.sendsOriginals))
        .filter(({ isSent }) => !isSent),
    })
    draft.set(value)
    const isSubmitted = await draft.submit(
      value,
      draftChange => delivery.entries.add([entry], draftChange),
      () => emptyHandIn,
    )
    if (isSubmitted) onClose()
  }
  const send = async () => {
    setIsSending(true)
    setHasFailed(false)
    await moveToDelivery().catch(() => setHasFailed(true))
    setIsSending(false)
  }
  return {
    value: form.value,
    draft,
    state,
    problem,
    files,
    hasFailed,
    isSending,
    change,
    send: () => runOnce(send),
    /** If the draft can't be discarded, the form stays open with its text. */
    cancel: () => draft.discard().then(onClose, () => undefined),
  }
}
