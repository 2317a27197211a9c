import { Button, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { useStoredAction } from '../../../ui/feedback/useStoredAction.tsx'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { mergeFiles, readStoredFiles, useStoredFileNames } from '../storedFiles.ts'
import { getHandInComment, type HandInDraft, HandInSnapshot, handInWrite } from './handInWrite.ts'
import styles from './Task.module.css'

type PendingHandInProps = {
  /** Not done, or not yet read in the submission. Includes the files that arrived before their hand-in. */
  writes: readonly Write[]
  draft: OpenDraft<HandInDraft>
  focusRef: ((section: HTMLElement | null) => void) | undefined
  onMovedToForm: () => void
}

export function PendingHandIn({ writes, draft, focusRef, onMovedToForm }: PendingHandInProps) {
  const t = useT('task')
  const outbox = useOutbox()
  const names = useStoredFileNames(writes)
  const { run, storageError } = useStoredAction()

  const moveToForm = async () => {
    const comment = writes.map(getHandInComment).find(text => text !== undefined) ?? ''
    const cancellable = writes.filter(({ state }) => state !== 'sending')
    const files = await readStoredFiles(outbox, cancellable)
    await draft.takeOwnership()
    // Store the draft before cancelling the writes, so that the text is never lost.
    const storedDraft = draft.state().value
    const texts = new Set([comment, storedDraft?.comment ?? ''].filter(text => text !== ''))
    draft.set({ comment: [...texts].join('\n\n'), files: mergeFiles(files, storedDraft?.files) })
    // If the draft can't be stored, the writes remain in the outbox.
    if (!(await draft.flush())) return
    const unsent = cancellable.filter(({ state }) => state !== 'done')
    await Promise.all(unsent.map(({ id }) => outbox.writes.cancel(id)))
    onMovedToForm()
  }
  const title = t('sending.title', { files: writes.every(isFile) ? writes.length : 0 })
  return (
    <section ref={focusRef} tabIndex={-1} className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.writes}>
        {writes.map(write => {
          const name = names.get(write.id) ?? ''
          const getActionLabel = (action: string) =>
            isFile(write) ? t('sending.named', { action, name: sanitizeName(name) }) : undefined
          return (
            <PendingEntry
              key={write.id}
              write={write}
              name={isFile(write) ? <FileName name={name} /> : t('sending.handIn')}
            >
              {needsAction(write) && (
                <Button
                  size="sm"
                  aria-label={getActionLabel(t('sending.retry'))}
                  onClick={() => run(() => outbox.writes.retry(write.id))}
                >
                  {t(write.state === 'conflict' ? 'sending.over' : 'sending.retry')}
                </Button>
              )}
              {isFile(write) && needsAction(write) && (
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={getActionLabel(t('sending.leaveOut'))}
                  onClick={() => run(() => outbox.writes.cancel(write.id))}
                >
                  {t('sending.leaveOut')}
                </Button>
              )}
              {!isFile(write) && !isSent(write) && (
                <Button size="sm" onClick={() => run(moveToForm)}>
                  {t('sending.back')}
                </Button>
              )}
            </PendingEntry>
          )
        })}
      </ul>
      {storageError}
    </section>
  )
}

type PendingEntryProps = { write: Write; name: ReactNode; children: ReactNode }

function PendingEntry({ write, name, children }: PendingEntryProps) {
  const t = useT('task')
  const formatWriteState = useFormatWriteState()
  const PendingIcon = isFile(write) && isDone(write) ? IconCheck : isSent(write) ? IconSend : IconClock
  const Icon = needsAction(write) ? IconAlertTriangle : PendingIcon
  const remoteComment = getRemoteComment(write)
  return (
    <li data-needs-action={needsAction(write) || undefined}>
      <Icon aria-hidden />
      <div>
        <Text fw={500} display="flex" component="span">
          {name}
        </Text>
        {remoteComment === undefined && getHandInComment(write)?.trim() && (
          <blockquote className={styles.quote} dir="auto">
            {getHandInComment(write)}
          </blockquote>
        )}
        {remoteComment === undefined ? (
          <Text size="sm" c="dimmed" role={needsAction(write) ? 'alert' : 'status'}>
            {formatWriteState(write)}
          </Text>
        ) : (
          <VersionCompare
            reason={formatWriteState(write)}
            fields={[
              { label: t('form.comment'), remote: remoteComment, local: getHandInComment(write) ?? '' },
            ]}
          />
        )}
        {write.error?.kind === 'tooLarge' && write.error.serviceMessage && (
          <Text size="sm" c="dimmed">
            {t('sending.said', { said: write.error.serviceMessage })}
          </Text>
        )}
        <Group gap="sm" mt="sm">
          {children}
        </Group>
      </div>
    </li>
  )
}

const isFile = ({ kind }: Write) => kind !== handInWrite.name

const isDone = ({ state }: Write) => state === 'done'

const isSent = (write: Write) => write.state === 'sending' || isDone(write)

const needsAction = ({ state }: Write) => state === 'failed' || state === 'uncertain' || state === 'conflict'

/** Undefined if there is no conflict. */
const getRemoteComment = ({ state, remote }: Write) =>
  state === 'conflict' ? HandInSnapshot.safeParse(remote).data?.comment.trim() : undefined

function useFormatWriteState(): (write: Write) => string {
  const t = useT('task')
  const formatError = useFormatError()
  const { online } = useNetwork()
  const formatReason = ({ error }: Write) => {
    if (error?.kind === 'tooLarge') return t('sending.tooLarge')
    if (error?.fields.file !== undefined && error.kind === 'notFound') return t('sending.gone')
    // For a hand-in, 409 means that it is already corrected (api.md § States).
    if (error?.kind === 'conflict') return t('sending.corrected')
    return formatError(error)
  }
  return write => {
    const { kind, state, error } = write
    switch (state) {
      case 'waiting':
        if (!online || error?.kind === 'offline') return t('sending.offline')
        if (error?.kind === 'signedOut') return t('sending.signedOut')
        return t(error?.kind === 'busy' ? 'sending.busy' : 'sending.waiting')
      case 'sending':
        // With an error, the response was lost and the write is being verified.
        return t(error ? 'sending.checking' : 'sending.sending')
      case 'done':
        return t(isFile(write) ? 'sending.arrived' : 'sending.sending')
      case 'uncertain':
        return t('sending.uncertain')
      case 'conflict':
        return t('sending.conflict')
      case 'failed': {
        const failed = kind === handInWrite.name ? 'sending.failed' : 'sending.fileFailed'
        return t(failed, { reason: formatReason(write) })
      }
    }
  }
}
