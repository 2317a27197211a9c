import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { indexFiles } from '../model/fileIndex.ts'

type NewFolderDialogProps = {
  courseId: number
  folderId: number
  /** Undefined for the top folder. */
  parent: ClassFile | undefined
  /** Whether the list of files is loading. Meanwhile the dialog can't check names, so it creates no folder. */
  isListLoading: boolean
  close: () => void
  onCreated: (id: number) => void
}

export function NewFolderDialog(props: NewFolderDialogProps) {
  const { courseId, folderId, parent, isListLoading, close, onCreated } = props
  const t = useT('files')
  const formatError = useFormatError()
  const client = useQueryClient()
  const creation = useMutation(write(files.create))
  const getRows = () => client.getQueryData(keyOf(files.list, { course_id: courseId }))?.rows ?? []
  const form = useEndpointForm({
    body: files.create.body,
    initialValues: { name: '' },
    toBody: ({ name }) => ({ name: name.trim(), parent_id: folderId, is_dir: true }),
    getErrorMessage: (_field, { code }, { name }) => {
      if (name.trim() === '') return t('newFolder.missing')
      return t(code === 'too_big' ? 'newFolder.tooLong' : 'newFolder.characters')
    },
    getExtraErrors: ({ name }) => {
      const normalize = (text: string) => normalizeText(text.trim(), 'NFC').toLowerCase()
      const isTaken = indexFiles(getRows())
        .getChildren(folderId)
        .some(entry => normalize(entry.name) === normalize(name))
      return isTaken ? { name: t('newFolder.taken', { name: sanitizeName(name.trim()) }) } : {}
    },
  })
  const { isPending, error } = creation
  const nameError = error instanceof ApiError ? error.fields.name : undefined
  const handleSubmit = form.submit(body => {
    if (isPending) return
    creation.mutate(
      { course_id: courseId, body },
      {
        onSuccess: ({ id }) => onCreated(id),
        onError(failure) {
          const said = failure instanceof ApiError ? failure.fields.name : undefined
          if (said !== undefined) form.setFieldError('name', t('newFolder.refused', { said }))
        },
      },
    )
  })
  const parentName = parent ? truncateText(sanitizeName(parent.name), 80) : t('top')
  return (
    <Dialog title={t('newFolder.title')} close={{ label: t('newFolder.cancel'), run: close }}>
      <form onSubmit={isListLoading ? event => event.preventDefault() : handleSubmit} noValidate>
        <Stack gap="md" pt="sm">
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('newFolder.where', { name: parentName })}
          </Text>
          <TextInput
            label={t('newFolder.name')}
            autoComplete="off"
            maxLength={300}
            required
            readOnly={isPending}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {isListLoading && <Notice role="status">{t('notLoaded')}</Notice>}
          {error && nameError === undefined && (
            <Notice tone="danger" role="alert">
              {t('newFolder.failed', { reason: formatError(error) })}
            </Notice>
          )}
          <Group gap="sm">
            <Button variant="filled" type="submit" aria-disabled={isPending || isListLoading}>
              {t(isPending ? 'newFolder.creating' : 'newFolder.create')}
            </Button>
            <Button onClick={close}>{t('newFolder.cancel')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
