import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type ClassFile, FileName, files } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { normalized } from '../../../lib/normalized.ts'
import { type Sent, sendAtOnce } from '../../../outbox/queue/sendAtOnce.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { indexFiles } from '../model/fileIndex.ts'
import { alikeIn, folderWrite } from '../uploads/fileWrites.ts'

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

/**
 * `checking`: the answer was lost, the list is read back. `notThere`: it does not have the folder, which can be created
 * again. `uncertain`: the list could not be read either.
 */
type CreatingFolder =
  | { kind: 'form'; problem?: NameProblem; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' }
  | Extract<SentFolder, { kind: 'uncertain' }>
type SentFolder = Sent<{ id: number }>

/** Creates a folder once (cases 22, 23). `onMade` is called when it is there. */
function useCreateFolder(courseId: number, folderId: number, onMade: (id: number) => void) {
  const client = useQueryClient()
  const [creating, setCreating] = useState<CreatingFolder>({ kind: 'form' })
  const isBusy = useRef(false)
  const checking = () => setCreating({ kind: 'checking' })

  /** A double click creates one. */
  async function once(act: () => Promise<SentFolder>) {
    if (isBusy.current) return
    isBusy.current = true
    const sent = await act()
    isBusy.current = false
    if (sent.kind === 'done') onMade(sent.made.id)
    else setCreating(sent.kind === 'refused' ? { kind: 'form', error: sent.error } : sent)
  }
  function send(typed: string) {
    if (isBusy.current) return
    const rows = client.getQueryData(keyOf(files.list, { course_id: courseId }))?.rows ?? none
    const name = typed.trim()
    const problem = problemOf(name, indexFiles(rows).children(folderId))
    if (problem) return setCreating({ kind: 'form', problem })
    const body = { name, parent_id: folderId, is_dir: true }
    void once(() => {
      setCreating({ kind: 'sending' })
      const asked = { input: { course_id: courseId, body }, before: alikeIn(rows, body) }
      return sendAtOnce(client, folderWrite, asked, checking)
    })
  }
  return {
    creating,
    send,
    lookAgain() {
      if (creating.kind !== 'uncertain') return
      void once(() => {
        checking()
        return creating.lookAgain()
      })
    },
    /** Forgets what is wrong with a name that is being changed. */
    touched: () => creating.kind === 'form' && creating.problem && setCreating({ kind: 'form' }),
  }
}

const none: readonly ClassFile[] = []

type NameProblem = 'missing' | 'tooLong' | 'characters' | 'taken'

const longest = 255

/** Why a name can't be taken; `beside` is what lies where it will lie. */
function problemOf(name: string, beside: readonly ClassFile[]): NameProblem | undefined {
  if (name === '') return 'missing'
  if (name.length > longest) return 'tooLong'
  if (!FileName.safeParse(name).success) return 'characters'
  const same = normalized(name, 'NFC').toLowerCase()
  return beside.some(entry => normalized(entry.name, 'NFC').toLowerCase() === same) ? 'taken' : undefined
}
