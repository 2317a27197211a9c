import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { lessons } from '../../contract/lessons.ts'
import { readParam } from '../../contract/wire.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useApp } from '../AppContext.tsx'

type AddClassFormProps = { onAdded: (courseId: number) => void; onCancel?: () => void }

/** Checks the class by fetching its subjects, which every service supports (api.md § Lessons). */
export function AddClassForm({ onAdded, onCancel }: AddClassFormProps) {
  const t = useT('shell')
  const formatReason = useFormatError()
  const { preferences } = useApp()
  const { id: userId } = useCurrentUser()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { number: '' },
    validate: { number: text => (parseClassId(text) === undefined ? t('addClassInvalid') : null) },
  })

  const add = async ({ number }: { number: string }) => {
    const id = parseClassId(number)
    if (id === undefined) return
    const { addedClasses } = preferences.getUserMemory(userId)
    try {
      await queryClient.fetchQuery(query(lessons.list, { course_id: id }))
      if (!addedClasses.includes(id))
        preferences.updateUserMemory(userId, { addedClasses: [...addedClasses, id] })
      onAdded(id)
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.kind === 'notFound'
      form.setFieldError('number', isUnknown ? t('addClassUnknown', { id: String(id) }) : formatReason(error))
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        if (form.submitting) event.preventDefault()
        else form.onSubmit(add)(event)
      }}
    >
      <Stack gap="lg" maw="20rem" mt="lg">
        <TextInput
          label={t('addClassLabel')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          data-autofocus
          {...form.getInputProps('number')}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={form.submitting}>
            {t('addClassAdd')}
          </Button>
          {onCancel && (
            <Button variant="subtle" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const parseClassId = (text: string) => readParam('course_id', text.trim())
