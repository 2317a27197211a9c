import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import type { OpenDraft } from '../../../delivery/drafts/Drafts.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { type Entry, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { VersionCompare } from '../../../ui/feedback/VersionCompare.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { PendingWrites } from '../../unsent/PendingWrites.tsx'
import { handInLane } from '../progress/handInStates.ts'
import { HandInForm } from './HandInForm.tsx'
import { HandInSnapshot } from './handInEndpoint.ts'
import { emptyHandIn, HandInDraft, handInDraft, isHandInUnread } from './handInEntry.ts'
import { getFileToSend } from './handInFiles.ts'
import { opensHandIn } from './handInLink.ts'
import styles from './Task.module.css'

type HandInProps = { task: Homework; submission: Submission }

/** A draft that can no longer be handed in is still shown, because it belongs to the pupil. */
export function HandIn({ task, submission }: HandInProps) {
  const t = useT('task')
  const { draft, state } = useDraft(handInDraft, String(task.id))
  const lane = handInLane(task.id)
  const entries = useEntries(lane).filter(entry => entry.lane === lane)
  const isSending = entries.some(isUnfinished)
  const isPending = isSending || entries.some(entry => isHandInUnread(entry, submission))
  const { clock } = useSchoolTime()
  const [openedAt] = useState(clock)
  const hasArrived = entries.some(({ doneAt = 0 }) => doneAt >= openedAt)
  const isConfirmed = hasArrived && !isPending && submission.is_submitted
  useRefetchAfterSending(task.id, submission.user_id, isSending)
  // For work that is already handed in. The form stays open while its text is empty, until the user sends or closes it.
  // Back, e.g. after handing in, shows the work.
  const isReturning = useNavigationType() === 'POP'
  const isOpenedByLink = opensHandIn(useLocation().state) && !isReturning
  const [isFormOpen, setIsFormOpen] = useState(state.value !== undefined || isOpenedByLink)

  // Each switch removes the focused element, so the next one takes the focus, but not when the screen opens.
  const [hasSwitched, setHasSwitched] = useState(false)
  const focusRef = hasSwitched ? focusIfLost : isOpenedByLink ? showAndFocus : undefined
  const switchForm = (isOpen: boolean) => {
    setIsFormOpen(isOpen)
    setHasSwitched(true)
  }

  if (isPending) {
    return (
      <section ref={focusRef} tabIndex={-1} className={styles.section} aria-label={t('sending.title')}>
        <PendingWrites
          lane={lane}
          renderContent={renderHandIn}
          renderConflict={entry => <HandInConflict entry={entry} />}
          onEdited={() => switchForm(true)}
        />
        {!isSending && <p role="status">{t('sending.sending')}</p>}
      </section>
    )
  }
  if (!submission.user_can_submit) {
    return (
      <>
        {state.value && <UnsendableDraft draft={draft} value={state.value} />}
        <p className={styles.ended}>
          {submission.is_corrected
            ? t(submission.is_submitted ? 'own.ended' : 'own.nothing')
            : t(task.is_submissionable ? 'own.closed' : 'own.notToHandIn')}
        </p>
      </>
    )
  }
  if (submission.is_submitted && !isFormOpen && !state.value) {
    return (
      <div className={styles.section}>
        {isConfirmed && <Confirmation files={submission.files.length} />}
        <Button ref={focusRef} onClick={() => switchForm(true)}>
          {t('own.again')}
        </Button>
      </div>
    )
  }
  return (
    <DraftVersions
      draft={draft}
      state={state}
      getLines={({ comment, files }) => [comment, ...files.map(({ name }) => sanitizeName(name))]}
      className={styles.section}
    >
      <HandInForm task={task} submission={submission} focusRef={focusRef} onClose={() => switchForm(false)} />
    </DraftVersions>
  )
}

const getValue = (entry: Entry) => HandInDraft.safeParse(entry.draft?.value).data ?? emptyHandIn

const renderHandIn = (entry: Entry) => <HandInText value={getValue(entry)} />

function HandInText({ value: { comment, files, sendsOriginals } }: { value: HandInDraft }) {
  return (
    <blockquote className={styles.quote} dir="auto">
      {comment}
      {files
        .map(file => getFileToSend(file, sendsOriginals))
        .map(({ id, name }) => (
          <p key={id}>
            <FileName name={name} />
          </p>
        ))}
    </blockquote>
  )
}

function HandInConflict({ entry }: { entry: Entry }) {
  const t = useT('task')
  const remote = HandInSnapshot.safeParse(entry.remote).data?.comment.trim() ?? ''
  return (
    <VersionCompare
      reason={t('sending.conflict')}
      fields={[{ label: t('form.comment'), remote, local: getValue(entry).comment }]}
    />
  )
}

/** Scrolls into view, because on a phone the submission above pushes it off the screen, again once it lists files. */
function Confirmation({ files }: { files: number }) {
  const t = useT('task')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (files >= 0) ref.current?.scrollIntoView({ block: 'center' })
  }, [files])
  return (
    <div ref={ref}>
      <Notice tone="ok" role="status">
        {t('own.confirmed')}
      </Notice>
    </div>
  )
}

/** On a phone, the form is below the files of the task. */
const showAndFocus = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'center' })
  focusIfLost(element)
}

const focusIfLost = (element: HTMLElement | null) => {
  if (isFocusLost()) element?.focus({ preventScroll: true })
}

/** Another tab may have sent it. */
function useRefetchAfterSending(todo_id: number, user_id: number, isSending: boolean): void {
  const queryClient = useQueryClient()
  const wasSending = useRef(isSending)
  useEffect(() => {
    if (wasSending.current && !isSending) {
      void queryClient.invalidateQueries({ queryKey: keyOf(submissions.get, { todo_id, user_id }) })
    }
    wasSending.current = isSending
  }, [queryClient, todo_id, user_id, isSending])
}

type UnsendableDraftProps = { draft: OpenDraft<HandInDraft>; value: HandInDraft }

function UnsendableDraft({ draft, value }: UnsendableDraftProps) {
  const t = useT('task')
  return (
    <section className={styles.section}>
      <Text c="dimmed">{t('form.left')}</Text>
      <HandInText value={value} />
      <Button size="sm" onClick={() => void draft.discard().catch(() => undefined)}>
        {t('form.leftDrop')}
      </Button>
    </section>
  )
}
