import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SingleTabForm } from '../../../ui/feedback/SingleTabForm.tsx'
import { isFocusLost } from '../../../ui/focus/isFocusLost.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { handInLane, isHandInLane } from '../progress/handInStates.ts'
import { HandInForm } from './HandInForm.tsx'
import { opensHandIn } from './handInLink.ts'
import { type HandInDraft, handInDraft, isHandedIn, isHandInUnread } from './handInWrite.ts'
import { PendingHandIn } from './PendingHandIn.tsx'
import styles from './Task.module.css'

type HandInProps = { task: Homework; submission: Submission }

/** A draft that can no longer be handed in is still shown, because it belongs to the pupil. */
export function HandIn({ task, submission }: HandInProps) {
  const t = useT('task')
  const { draft, state } = useDraft(handInDraft, String(task.id))
  const allWrites = useWrites(handInLane(task.id)).filter(({ lane }) => isHandInLane(lane, task.id))
  const isSending = allWrites.some(({ state }) => state !== 'done')
  // A completed hand-in stays until the submission is read. Until then, the form would appear again, empty.
  const unread = allWrites.filter(write => write.state !== 'done' || isHandInUnread(write, submission))
  const handIn = unread.find(({ lane }) => lane === handInLane(task.id))
  // Files that arrived before their hand-in are still part of it.
  const writes = allWrites.filter(
    write => unread.includes(write) || (handIn !== undefined && write.group === handIn.group),
  )
  const { clock } = useSchoolTime()
  const [openedAt] = useState(clock)
  const hasArrived = allWrites.some(({ state, doneAt = 0 }) => state === 'done' && doneAt >= openedAt)
  const isConfirmed = hasArrived && writes.length === 0 && submission.is_submitted
  useRefetchAfterSending(task.id, submission.user_id, isSending)
  // For work that is already handed in. The form stays open while its text is empty, until the user sends or closes it.
  // Back, e.g. after handing in, shows the work.
  const isReturning = useNavigationType() === 'POP'
  const isOpenedByLink = opensHandIn(useLocation().state) && !isReturning
  const [isFormOpen, setIsFormOpen] = useState(state.value !== undefined || isOpenedByLink)

  // Each switch removes the focused element, so the next one takes the focus, but not when the screen opens.
  const [hasSwitched, setHasSwitched] = useState(false)
  const focusRef = hasSwitched ? focusIfLost : isOpenedByLink ? showAndFocus : undefined
  const switchForm = useCallback((isOpen: boolean) => {
    setIsFormOpen(isOpen)
    setHasSwitched(true)
  }, [])
  const closeForm = useCallback(() => switchForm(false), [switchForm])

  const pendingHandIn = writes.length > 0 && (
    <PendingHandIn writes={writes} draft={draft} focusRef={focusRef} onMovedToForm={() => switchForm(true)} />
  )
  if (!submission.user_can_submit) {
    return (
      <>
        {pendingHandIn}
        {state.value && !isHandedIn(state.value, submission) && (
          <UnsendableDraft draft={draft} value={state.value} />
        )}
        <p className={styles.ended}>
          {submission.is_corrected
            ? t(submission.is_submitted ? 'own.ended' : 'own.nothing')
            : t(task.is_submissionable ? 'own.closed' : 'own.notToHandIn')}
        </p>
      </>
    )
  }
  if (handIn) return pendingHandIn
  if (submission.is_submitted && !isFormOpen && !state.value) {
    return (
      <>
        {pendingHandIn}
        <div className={styles.section}>
          {isConfirmed && <Confirmation files={submission.files.length} />}
          <Button ref={focusRef} onClick={() => switchForm(true)}>
            {t('own.again')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      {pendingHandIn}
      <SingleTabForm
        draft={draft}
        state={state}
        getLines={({ comment, files }) => [comment, ...files.map(({ name }) => sanitizeName(name))]}
        className={styles.section}
      >
        <HandInForm task={task} submission={submission} focusRef={focusRef} onClose={closeForm} />
      </SingleTabForm>
    </>
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

/** The files are uploaded after the hand-in, so its response does not contain them. */
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
      <blockquote className={styles.quote} dir="auto">
        {value.comment}
        {value.files.map(({ id, name }) => (
          <p key={id}>
            <FileName name={name} />
          </p>
        ))}
      </blockquote>
      <Button size="sm" onClick={() => void draft.discard().catch(() => undefined)}>
        {t('form.leftDrop')}
      </Button>
    </section>
  )
}
