import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client/ApiError.ts'
import { readParam } from '../../../contract/wire.ts'
import { useErrorSentence } from '../../../i18n/useErrorSentence.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './HomeworkList.module.css'
import type { HomeworkList } from './useHomeworkList.ts'

type HomeworkByNumberProps = { byNumber: NonNullable<HomeworkList['byNumber']> }

/** Opens homework by its number where the service lists none, and says which could not be loaded. */
export function HomeworkByNumber({ byNumber }: HomeworkByNumberProps) {
  const t = useT('homework')
  const said = useErrorSentence()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [opening, setOpening] = useState(false)

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (opening) return
    const id = readParam('homework_id', typed.trim())
    if (id === undefined) return setError(t('number.invalid'))
    setOpening(true)
    setError(undefined)
    try {
      await byNumber.open(id)
      setTyped('')
    } catch (cause) {
      const missing = cause instanceof ApiError && cause.kind === 'notFound'
      setError(missing ? t('number.unknown', { id: String(id) }) : said(cause))
    } finally {
      setOpening(false)
    }
  }
  return (
    <section className={styles.byNumber}>
      <p>{t('number.lead')}</p>
      <form onSubmit={event => void open(event)} noValidate>
        <TextInput
          label={t('number.label')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" aria-disabled={opening}>
          {t('number.open')}
        </Button>
      </form>
      {!byNumber.kept && <Notice tone="warn">{t('number.notKept')}</Notice>}
      {byNumber.failed.map(({ id, error: cause }) => (
        <Notice key={id} tone="warn">
          {t('number.failed', { id: String(id), reason: said(cause) })}{' '}
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
