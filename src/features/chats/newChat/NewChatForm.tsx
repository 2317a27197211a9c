import { IconUsers } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import type { Chat } from '../../../contract/chats.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useDraft } from '../../../outbox/useDraft.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './NewChatForm.module.css'
import { blankChat, newChatDraft } from './newChatDraft.ts'
import { longestName, type NameProblem } from './readNewChat.ts'
import { type Creating, useCreateChat } from './useCreateChat.ts'

type NewChatFormProps = { onMade: (chat: Chat) => void; onClose: () => void }

/** Name and rules of a new chat. */
export function NewChatForm({ onMade, onClose }: NewChatFormProps) {
  const t = useT('chats')
  const format = useFormat()
  const { draft, state } = useDraft(newChatDraft, 'new')
  const [value, setValue] = useState(() => state.value ?? blankChat)
  const field = useRef<HTMLInputElement>(null)
  const { creating, send, lookAgain, touched } = useCreateChat(chat => {
    void draft.discard().catch(() => undefined)
    onMade(chat)
  })
  const problem = creating.kind === 'form' ? creating.problem : undefined
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (problem !== undefined) field.current?.focus()
  }, [problem])

  const change = (changes: Partial<typeof value>) => {
    const next = { ...value, ...changes }
    setValue(next)
    draft.set(next)
    touched()
  }
  const busy = creating.kind === 'sending' || creating.kind === 'checking' || creating.kind === 'made'
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && creating.kind !== 'uncertain') send(value)
      }}
    >
      <fieldset className={styles.fields} disabled={busy || creating.kind === 'uncertain'}>
        <Field
          ref={field}
          label={t('form.name')}
          hint={t('form.nameHint')}
          error={problem && said(problem)}
          required
          autoComplete="off"
          value={value.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Choice
          label={t('form.broadcast')}
          hint={t('form.broadcastHint')}
          checked={value.broadcast}
          onChange={broadcast => change({ broadcast })}
        />
        <Choice
          label={t('form.files')}
          hint={t('form.filesHint')}
          checked={value.files}
          onChange={files => change({ files })}
        />
      </fieldset>
      <p className={styles.people}>
        <IconUsers aria-hidden />
        {t('form.people')}
      </p>
      <CreatingNotice creating={creating} />
      <div className={styles.buttons}>
        {creating.kind === 'uncertain' ? (
          <Button look="primary" onClick={lookAgain}>
            {t('form.lookAgain')}
          </Button>
        ) : (
          <Button type="submit" look="primary" aria-disabled={busy}>
            {busy ? t('form.creating') : t('form.create')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  )

  function said(what: NameProblem): string {
    if (typeof what === 'object') return t('form.refused', what)
    return t(`form.errors.${what}`, { count: format.number(longestName) })
  }
}

type ChoiceProps = { label: string; hint: string; checked: boolean; onChange: (on: boolean) => void }

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label} <small>{hint}</small>
      </span>
    </label>
  )
}

/** Why it is not created yet, or that nobody knows. */
function CreatingNotice({ creating }: { creating: Creating }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  if (creating.kind === 'checking') return <Notice role="status">{t('form.checking')}</Notice>
  if (creating.kind === 'notThere' || creating.kind === 'uncertain') {
    return (
      <Notice tone="warn" role="alert">
        {t(`form.${creating.kind}`)}
      </Notice>
    )
  }
  // The field says it itself.
  if (creating.kind !== 'form' || creating.error === undefined || creating.problem) return null
  const { error } = creating
  const own = error instanceof ApiError && error.kind === 'invalid' ? error.said : undefined
  return (
    <Notice tone="danger" role="alert">
      {t('form.failed')} {own ? t('form.refused', { said: own }) : errorSentence(error, tErrors, format.time)}
    </Notice>
  )
}
