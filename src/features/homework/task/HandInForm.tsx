import { Button, Textarea } from '@mantine/core'
import { useId } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { FilesField } from './FilesField.tsx'
import styles from './HandInForm.module.css'
import type { HandInDraft } from './handInWrite.ts'
import own from './OwnWork.module.css'
import { momentOf } from './taskTimes.ts'
import { useHandInForm } from './useHandInForm.ts'

type HandInFormProps = {
  task: Homework
  submission: Submission
  draft: OpenDraft<HandInDraft>
  state: DraftState<HandInDraft>
  /** The field to begin in, where the focus was lost. */
  place: ((field: HTMLElement | null) => void) | undefined
  onClose: () => void
}

/** A comment and files, kept as they are typed and chosen; nobody sees them before they are handed in. */
export function HandInForm(props: HandInFormProps) {
  const { submission, draft, state } = props
  const t = useT('task')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  const id = useId()
  const form = useHandInForm(props)
  const { value, problem, refused } = form
  const { over, place } = useFilePlace(form.add)
  const again = submission.is_submitted

  const note = problem
    ? problem.why === 'nothing'
      ? t('form.nothing')
      : t('form.tooLong', { count: String(problem.tooMany) })
    : undefined
  return (
    <form
      className={own.section}
      aria-labelledby={`${id}-title`}
      onSubmit={event => {
        event.preventDefault()
        void form.send()
      }}
      {...place}
    >
      <h2 id={`${id}-title`} className={own.heading}>
        {t(again ? 'own.again' : 'form.title')}
      </h2>
      {again && (
        <p className={own.soft}>
          {t('form.replaces', {
            when: momentOf(submission.submitted_at, { format, timeZone, now }),
            files: submission.files.length,
          })}
        </p>
      )}
      <Textarea
        ref={props.place}
        label={t('form.comment')}
        description={problem ? undefined : t('form.hint')}
        error={note}
        classNames={{ root: styles.row ?? '', input: styles.comment ?? '' }}
        attributes={{ input: { dir: 'auto' } }}
        rows={4}
        value={value.comment}
        onChange={event => form.change({ comment: event.target.value })}
        onBlur={() => void draft.flush()}
      />
      <FilesField files={value.files} over={over} onAdd={form.add} onRemove={form.remove} />
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list only grows.
        <Notice key={index} tone="danger" role="alert">
          {t(`form.refused.${why}`, { name: harmlessName(name) })}
        </Notice>
      ))}
      {form.failed && (
        <Notice tone="danger" role="alert">
          {t('form.failed', { reason: t('form.noStorage') })}
        </Notice>
      )}
      <footer className={styles.foot}>
        <DraftLine state={state} empty={form.empty} />
        <div className={styles.buttons}>
          {again && (
            <Button variant="subtle" onClick={() => void form.cancel()}>
              {t('form.cancel')}
            </Button>
          )}
          <Button type="submit" variant="filled" aria-disabled={form.sending}>
            {t(again ? 'form.sendAgain' : 'form.send')}
          </Button>
        </div>
      </footer>
    </form>
  )
}

/** Where what is typed is kept, and that nobody sees it yet. */
function DraftLine({ state, empty }: { state: DraftState<HandInDraft>; empty: boolean }) {
  const t = useT('task')
  const format = useFormat()
  if (!state.kept) return <p className={styles.warn}>{t('form.notKept')}</p>
  if (state.saving) return <p className={own.quiet}>{t('form.saving')}</p>
  if (!state.saved || empty) return <p className={own.quiet}>{t('form.private')}</p>
  return (
    <p className={own.quiet}>
      {t('form.saved', { time: format.time(state.saved.savedAt) })} · {t('form.private')}
    </p>
  )
}
