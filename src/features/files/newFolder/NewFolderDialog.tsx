import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { type SendOutcome, sendDirectly } from '../../../outbox/queue/directWrite.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useEndpointForm } from '../../../ui/inputs/useEndpointForm.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { findSameNameEntries, folderWrite, type SameNameEntries } from '../uploads/fileWrites.ts'

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

/**
 * `checking`: the response was lost, and the list is being read. `notApplied`: the list does not contain the folder.
 * `uncertain`: the list is inconclusive or could not be read. In the last two states the user can create it again.
 */
type CreationState =
  | { kind: 'form'; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notApplied' | 'uncertain' }
type SentFolder = SendOutcome<{ id: number }>

/** Creates a folder exactly once, also after a lost response (rules 22 and 23). */
export function NewFolderDialog(props: NewFolderDialogProps) {
  const { courseId, folderId, parent, isListLoading, close, onCreated } = props
  const t = useT('files')
  const formatError = useFormatError()
  const client = useQueryClient()
  const [creating, setCreating] = useState<CreationState>({ kind: 'form' })
  const isBusy = useRef(false)
  /** Request whose response was lost, and the entries of the same name that existed before. */
  const lostRequest = useRef<{ name: string; before: SameNameEntries }>(undefined)
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
  const isSending = creating.kind === 'sending' || creating.kind === 'checking'
  const onChecking = () => setCreating({ kind: 'checking' })

  /** Ignores a call while a request is pending, so that a double click creates one folder. */
  async function runOnce(request: () => Promise<SentFolder>) {
    if (isBusy.current) return
    isBusy.current = true
    const sent = await request()
    isBusy.current = false
    if (sent.kind === 'done') return onCreated(sent.result.id)
    if (sent.kind !== 'refused') return setCreating({ kind: sent.kind })
    const nameError = sent.error instanceof ApiError ? sent.error.fields.name : undefined
    if (nameError !== undefined) form.setFieldError('name', t('newFolder.refused', { said: nameError }))
    setCreating(nameError === undefined ? { kind: 'form', error: sent.error } : { kind: 'form' })
  }
  const handleSubmit = form.submit(body => {
    void runOnce(async () => {
      setCreating({ kind: 'sending' })
      const mayBeApplied = lostRequest.current?.name === body.name
      const before = (mayBeApplied && lostRequest.current?.before) || findSameNameEntries(getRows(), body)
      const input = { course_id: courseId, body }
      const sent = await sendDirectly(client, folderWrite, { input, before, mayBeApplied }, onChecking)
      if (sent.kind === 'notApplied' || sent.kind === 'uncertain')
        lostRequest.current = { name: body.name, before }
      return sent
    })
  })
  const isLost = creating.kind === 'notApplied' || creating.kind === 'uncertain'
  const submitLabel = creating.kind === 'sending' ? 'creating' : isLost ? 'createAgain' : 'create'
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
            readOnly={isSending}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {isListLoading && <Notice role="status">{t('notLoaded')}</Notice>}
          {creating.kind === 'form' && creating.error !== undefined && (
            <Notice tone="danger" role="alert">
              {t('newFolder.failed', { reason: formatError(creating.error) })}
            </Notice>
          )}
          {creating.kind === 'checking' && <Notice role="status">{t('newFolder.checking')}</Notice>}
          {(creating.kind === 'notApplied' || creating.kind === 'uncertain') && (
            <Notice tone="warn" role="alert">
              {t(`newFolder.${creating.kind}`)}
            </Notice>
          )}
          <Group gap="sm">
            <Button variant="filled" type="submit" aria-disabled={isSending || isListLoading}>
              {t(`newFolder.${submitLabel}`)}
            </Button>
            <Button onClick={close}>{t('newFolder.cancel')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
