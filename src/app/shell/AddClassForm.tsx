import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { lessons } from '../../contract/lessons.ts'
import { readParam } from '../../contract/wire.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { usePerson } from '../../ui/Person.tsx'
import { useApp } from '../AppContext.tsx'

type AddClassFormProps = { added: (courseId: number) => void; cancel?: () => void }

/**
 * Adds a class the memberships don't have. Asks the service for its subjects, which every service can tell (api.md §
 * Lessons).
 */
export function AddClassForm({ added, cancel }: AddClassFormProps) {
  const t = useT('shell')
  const errors = useT('errors')
  const { time } = useFormat()
  const { preferences } = useApp()
  const { id: person } = usePerson()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)

  const add = async () => {
    const id = readParam('course_id', text.trim())
    if (id === undefined) return setError(t('addClassInvalid'))
    const { addedClasses } = preferences.person(person)
    setAsking(true)
    try {
      await queryClient.fetchQuery(query(lessons.list, { course_id: id }))
      if (!addedClasses.includes(id)) preferences.remember(person, { addedClasses: [...addedClasses, id] })
      added(id)
    } catch (failure) {
      const unknown = failure instanceof ApiError && failure.kind === 'notFound'
      setError(unknown ? t('addClassUnknown', { id: String(id) }) : errorSentence(failure, errors, time))
    } finally {
      setAsking(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!asking) void add()
      }}
    >
      <Stack gap="lg" maw="20rem" mt="lg">
        <TextInput
          label={t('addClassLabel')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          data-autofocus
          value={text}
          error={error}
          onChange={event => {
            setText(event.target.value)
            setError(undefined)
          }}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={asking}>
            {t('addClassAdd')}
          </Button>
          {cancel && (
            <Button variant="subtle" onClick={cancel}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
