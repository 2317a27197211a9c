import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { useCreateFolder } from './useCreateFolder.ts'

type NewFolderDialogProps = {
  courseId: number
  folderId: number
  /** Where it will lie; `undefined` at the top. */
  parent: ClassFile | undefined
  close: () => void
  onMade: (id: number) => void
}

/** Asks for the name of a new folder and creates it. */
export function NewFolderDialog({ courseId, folderId, parent, close, onMade }: NewFolderDialogProps) {
  const t = useT('files')
  const tErrors = useT('errors')
  const format = useFormat()
  const [name, setName] = useState('')
  const { creating, send, lookAgain, touched } = useCreateFolder(courseId, folderId, onMade)
  const isBusy = creating.kind === 'sending' || creating.kind === 'checking'
  const { problem, error } = creating.kind === 'form' ? creating : {}
  const refused = error instanceof ApiError ? error.fields.name : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(name)
  }
  const fieldError = () => {
    if (problem === 'taken') return t('newFolder.taken', { name: harmlessName(name.trim()) })
    if (problem) return t(`newFolder.${problem}`)
    return refused === undefined ? undefined : t('newFolder.refused', { said: refused })
  }
  const where = parent ? harmlessName(parent.name).slice(0, 80) : t('top')
  return (
    <Dialog title={t('newFolder.title')} close={{ label: t('newFolder.cancel'), run: close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" pt="sm">
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('newFolder.where', { name: where })}
          </Text>
          <TextInput
            label={t('newFolder.name')}
            value={name}
            autoComplete="off"
            maxLength={300}
            required
            readOnly={isBusy}
            data-autofocus
            error={fieldError()}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value)
              touched()
            }}
          />
          {error !== undefined && refused === undefined && (
            <Notice tone="danger" role="alert">
              {t('newFolder.failed', { reason: errorSentence(error, tErrors, format.time) })}
            </Notice>
          )}
          {creating.kind === 'checking' && <Notice role="status">{t('newFolder.checking')}</Notice>}
          {creating.kind === 'notThere' && (
            <Notice tone="warn" role="alert">
              {t('newFolder.notThere')}
            </Notice>
          )}
          {creating.kind === 'uncertain' && (
            <Notice tone="warn" role="alert" action={{ label: t('newFolder.lookAgain'), run: lookAgain }}>
              {t('newFolder.uncertain')}
            </Notice>
          )}
          <Group gap="sm">
            <Button variant="filled" type="submit" aria-disabled={isBusy}>
              {t(creating.kind === 'sending' ? 'newFolder.creating' : 'newFolder.create')}
            </Button>
            <Button onClick={close}>{t('newFolder.cancel')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
