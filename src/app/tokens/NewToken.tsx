import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../api/query.ts'
import { type Scope, scopes } from '../../contract/endpoint.ts'
import { oauth } from '../../contract/oauth.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useSessionState } from '../AppContext.tsx'
import { scopeWords } from '../signIn/ScopeList.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import styles from './Tokens.module.css'

/** Makes a token and shows it this once. It can carry no scope the app itself has not been given. */
export function NewToken() {
  const t = useT('tokens')
  const words = useT('signIn')
  const errors = useT('errors')
  const { time } = useFormat()
  const state = useSessionState()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(['me']))
  const [checked, setChecked] = useState(false)
  const create = useMutation(write(oauth.createPersonalToken))
  const given = 'settings' in state ? state.settings.scopes : []
  const named = name.trim() !== ''

  if (create.data?.token) {
    return <ShownOnce token={create.data.token} done={create.reset} />
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        setChecked(true)
        if (!named || create.isPending) return
        const body = { name: name.trim(), scopes: scopes.filter(scope => chosen.has(scope)) }
        create.mutate(
          { body },
          {
            onSuccess: () => {
              setName('')
              setChecked(false)
            },
          },
        )
      }}
    >
      <h2 className={styles.heading}>{t('newTitle')}</h2>
      {create.isError && (
        <Notice tone="danger" role="alert">
          {errorSentence(create.error, errors, time)}
        </Notice>
      )}
      <Field
        label={t('name')}
        autoComplete="off"
        maxLength={200}
        value={name}
        error={checked && !named ? t('nameMissing') : undefined}
        onChange={event => setName(event.target.value)}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('scopes')}</legend>
        {scopes
          .filter(scope => given.includes(scope))
          .map(scope => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={chosen.has(scope)}
                onChange={({ target }) => {
                  const next = new Set(chosen)
                  if (target.checked) next.add(scope)
                  else next.delete(scope)
                  setChosen(next)
                }}
              />
              <span>{words(scopeWords(scope))}</span>
              <code>{scope}</code>
            </label>
          ))}
      </fieldset>
      <div>
        <Button type="submit" look="primary" aria-disabled={create.isPending}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}
