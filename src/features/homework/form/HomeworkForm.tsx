import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { DraftVersions } from '../../../ui/feedback/DraftVersions.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { HomeworkFields, type HomeworkFieldsProps } from './HomeworkFields.tsx'
import styles from './HomeworkForm.module.css'
import { homeworkDraft } from './homeworkDraft.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

type FormDrawerProps = {
  title: string
  onClose: () => void
  unavailableReason?: string | false | undefined
  error: Error | null
  onRetry: () => void
  draftKey: string
  /** The form, once its data is loaded. */
  children: ReactNode
}

/** Drawer over the list. */
export function FormDrawer({
  title,
  onClose,
  unavailableReason,
  error,
  onRetry,
  draftKey,
  children,
}: FormDrawerProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const formatError = useFormatError()
  const failure = unavailableReason || (!children && error && formatError(error))
  return (
    <Drawer title={title} close={{ label: t('form.close'), run: onClose }} hasAddress>
      {failure ? (
        <div className={styles.body}>
          <EmptyState
            tone="danger"
            icon={<IconAlertTriangle aria-hidden />}
            title={tErrors('title')}
            actions={!unavailableReason && <Button onClick={onRetry}>{tErrors('tryAgain')}</Button>}
          >
            {failure}
          </EmptyState>
        </div>
      ) : children ? (
        <Suspense fallback={<FormSkeleton />}>
          <SingleTabHomeworkForm draftKey={draftKey}>{children}</SingleTabHomeworkForm>
        </Suspense>
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  )
}

function FormSkeleton() {
  const t = useT('homework')
  return (
    <div className={styles.body}>
      <VisuallyHidden role="status">{t('form.loading')}</VisuallyHidden>
      {['2.25rem', '3.75rem', '6.25rem', '2.251rem'].map(height => (
        <Stack key={height} gap="xs">
          <Skeleton width="7rem" />
          <Skeleton width="100%" height={height} />
        </Stack>
      ))}
    </div>
  )
}

function SingleTabHomeworkForm({ draftKey, children }: { draftKey: string; children: ReactNode }) {
  const { draft, state } = useDraft(homeworkDraft, draftKey)
  return (
    <DraftVersions
      draft={draft}
      state={state}
      getLines={({ text, note, files }) => [text, note, ...files.map(({ name }) => sanitizeName(name))]}
      className={styles.otherTexts}
    >
      {children}
    </DraftVersions>
  )
}

type HomeworkFormProps = Omit<HomeworkFieldsProps, 'disabled'> & {
  isBusy: boolean
  submitLabel: string
  notice: ReactNode
  /** Replaces the form's own buttons, and disables the fields. */
  buttons?: ReactNode
  /** Shown instead of the fields. */
  conflict?: ReactNode
  belowFields?: ReactNode
  /** Of fields in `otherClasses`. */
  otherProblems?: object
  onSubmit: () => void
  onClose: () => void
}

export function HomeworkForm(props: HomeworkFormProps) {
  const { form, isBusy, submitLabel, notice, buttons, conflict, belowFields, ...rest } = props
  const { otherProblems = noProblems, onSubmit, onClose, ...fields } = rest
  const { problems } = fields
  const formElement = useRef<HTMLFormElement>(null)
  useEffect(() => {
    formElement.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  useEffect(() => {
    if (Object.keys(problems).length === 0 && Object.keys(otherProblems).length === 0) return
    formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems, otherProblems])
  return (
    <form
      ref={formElement}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={styles.body}>
        <DraftNotices form={form} canRestart={!isBusy && buttons === undefined} />
        {conflict ?? (
          <>
            <HomeworkFields {...fields} form={form} disabled={isBusy || buttons !== undefined} />
            {belowFields}
          </>
        )}
      </div>
      <footer className={styles.foot}>
        {notice}
        <Group gap="sm">
          {buttons ?? (
            <>
              <FormButtons isBusy={isBusy} submitLabel={submitLabel} onClose={onClose} />
              <DraftLine saved={form.state.saved} isSaving={form.state.saving} isSending={isBusy} />
            </>
          )}
        </Group>
      </footer>
    </form>
  )
}

const noProblems = {}

type FormButtonsProps = Pick<HomeworkFormProps, 'isBusy' | 'submitLabel' | 'onClose'>

function FormButtons({ isBusy, submitLabel, onClose }: FormButtonsProps) {
  const t = useT('homework')
  return (
    <>
      <Button type="submit" variant="filled" aria-disabled={isBusy}>
        {submitLabel}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t('form.cancel')}
      </Button>
    </>
  )
}

type DraftLineProps = { saved: HomeworkFormState['state']['saved']; isSaving: boolean; isSending: boolean }

function DraftLine({ saved, isSaving, isSending }: DraftLineProps) {
  const t = useT('homework')
  const format = useFormat()
  if (!isSaving && (!saved || isSending)) return null
  return (
    <Text className={styles.draft} size="xs" c="var(--text-3)">
      {isSaving || !saved ? t('form.savingDraft') : t('form.saved', { time: format.time(saved.savedAt) })}
    </Text>
  )
}

function DraftNotices({ form, canRestart }: { form: HomeworkFormState; canRestart: boolean }) {
  const t = useT('homework')
  const format = useFormat()
  const now = useNow()
  const { restoredAt, state } = form
  return (
    <>
      {restoredAt !== undefined && canRestart && (
        <Notice role="status" action={{ label: t('form.startAfresh'), run: form.restart }}>
          {t('form.restored', { when: format.moment(restoredAt, now) })}
        </Notice>
      )}
      {!state.isPersistent && <Notice tone="warn">{t('form.notKept')}</Notice>}
    </>
  )
}
