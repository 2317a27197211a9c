import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { ApiError } from '../../../api/client/ApiError.ts'
import { readParam } from '../../../contract/wire.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkList } from './useHomeworkList.ts'

type HomeworkByNumberProps = { byNumber: NonNullable<HomeworkList['byNumber']> }

/** Shown if the service has no list of homework. */
export function HomeworkByNumber({ byNumber }: HomeworkByNumberProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const form = useForm({
    initialValues: { number: '' },
    validate: { number: text => (parseId(text) === undefined ? t('number.invalid') : null) },
  })
  const open = async ({ number }: { number: string }) => {
    const id = parseId(number)
    if (id === undefined) return
    try {
      await byNumber.open(id)
      form.reset()
    } catch (cause) {
      const isNotFound = cause instanceof ApiError && cause.kind === 'notFound'
      form.setFieldError('number', isNotFound ? t('number.unknown', { id: String(id) }) : formatError(cause))
    }
  }
  return (
    <section className={styles.byNumber}>
      <p>{t('number.lead')}</p>
      <form
        noValidate
        onSubmit={event => {
          if (form.submitting) event.preventDefault()
          else form.onSubmit(open)(event)
        }}
      >
        <TextInput
          label={t('number.label')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('number')}
        />
        <Button type="submit" aria-disabled={form.submitting}>
          {t('number.open')}
        </Button>
      </form>
      {!byNumber.isPersisted && <Notice tone="warn">{t('number.notKept')}</Notice>}
      {byNumber.failed.map(({ id, error: cause }) => (
        <Notice key={id} tone="warn">
          {t('number.failed', { id: String(id), reason: formatError(cause) })}{' '}
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('number.forgetSaid', { text: String(id) })}
            title={t('number.forget')}
            onClick={() => byNumber.forget(id)}
          >
            <IconX aria-hidden />
          </ActionIcon>
        </Notice>
      ))}
    </section>
  )
}

const parseId = (text: string) => readParam('homework_id', text.trim())
