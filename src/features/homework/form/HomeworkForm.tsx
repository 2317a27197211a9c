import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { OneWriter } from '../../../i18n/OneWriter.tsx'
import { useErrorSentence } from '../../../i18n/useErrorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import { HomeworkFields, type HomeworkFieldsProps } from './HomeworkFields.tsx'
import styles from './HomeworkForm.module.css'
import { homeworkDraft } from './homeworkDraft.ts'
import type { OpenForm } from './useHomeworkForm.ts'

type FormDrawerProps = {
  title: string
  close: () => void
  /** Why there is no form. */
  refused?: string | false | undefined
  error: Error | null
  retry: () => void
  /** Of the draft that is written in it. */
  draft: string
  /** Once what it needs is there. */
  children: ReactNode
}

/** A form over the list, or why there is none; written in one tab at a time. */
export function FormDrawer({ title, close, refused, error, retry, draft, children }: FormDrawerProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const said = useErrorSentence()
  const failed = refused || (!children && error && said(error))
  return (
    <Drawer title={title} close={{ label: t('form.close'), run: close }}>
      {failed ? (
        <div className={styles.body}>
          <EmptyState
            tone="danger"
            icon={<IconAlertTriangle aria-hidden />}
            title={tErrors('title')}
            actions={!refused && <Button onClick={retry}>{tErrors('tryAgain')}</Button>}
          >
            {failed}
          </EmptyState>
        </div>
      ) : children ? (
        <Suspense fallback={<FormSkeleton />}>
          <HomeworkWriter of={draft}>{children}</HomeworkWriter>
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

/** A form of homework, while no other tab writes its draft. */
function HomeworkWriter({ of, children }: { of: string; children: ReactNode }) {
  const { draft, state } = useDraft(homeworkDraft, of)
  return (
    <OneWriter
      draft={draft}
      state={state}
      lines={({ text, note, files }) => [text, note, ...files.map(({ name }) => harmlessName(name))]}
      className={styles.otherTexts}
    >
      {children}
    </OneWriter>
  )
}

type HomeworkFormProps = Omit<HomeworkFieldsProps, 'disabled'> & {
  /** Being sent: nothing can be changed, nor sent again. */
  busy: boolean
  /** The field to begin in. */
  begin: 'select' | 'textarea'
  submit: string
  /** Why it is not sent yet. */
  notice: ReactNode
  /** In place of its own. */
  buttons?: ReactNode
  /** In place of the fields. */
  instead?: ReactNode
  below?: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** What new and changed homework have in common: its fields, its draft and the way to send it. */
export function HomeworkForm(props: HomeworkFormProps) {
  const { form, busy, begin, submit, notice, buttons, instead, below, onSubmit, onClose, ...fields } = props
  const { problems } = fields
  const t = useT('homework')
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(begin)?.focus()
  }, [begin])
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return (
    <form
      ref={box}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={styles.body}>
        <DraftNotices form={form} />
        {instead ?? (
          <>
            <HomeworkFields {...fields} form={form} disabled={busy || buttons !== undefined} />
            {below}
          </>
        )}
      </div>
      <footer className={styles.foot}>
        {notice}
        <Group gap="sm">
          {buttons ?? (
            <>
              <Button type="submit" variant="filled" aria-disabled={busy}>
                {submit}
              </Button>
              <Button variant="subtle" onClick={onClose}>
                {t('form.cancel')}
              </Button>
              <DraftLine form={form} />
            </>
          )}
        </Group>
      </footer>
    </form>
  )
}

/** Beside the button: when the draft was saved last. */
function DraftLine({ form }: { form: OpenForm }) {
  const t = useT('homework')
  const format = useFormat()
  const { saved, saving } = form.state
  if (!saving && (!saved || form.value.sent)) return null
  return (
    <Text className={styles.draft} size="xs" c="var(--text-3)">
      {saving || !saved ? t('form.savingDraft') : t('form.saved', { time: format.time(saved.savedAt) })}
    </Text>
  )
}

/** What there is to say of a draft above the form: that it was begun before, or is not kept. */
function DraftNotices({ form }: { form: OpenForm }) {
  const t = useT('homework')
  const format = useFormat()
  const now = useNow()
  const { restored, state } = form
  return (
    <>
      {restored !== undefined && !form.value.sent && (
        <Notice role="status" action={{ label: t('form.startAfresh'), run: form.restart }}>
          {t('form.restored', { when: format.moment(restored, now) })}
        </Notice>
      )}
      {!state.kept && <Notice tone="warn">{t('form.notKept')}</Notice>}
    </>
  )
}
