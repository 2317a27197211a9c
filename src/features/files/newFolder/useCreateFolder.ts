import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keyOf, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type ClassFile, FileName, files } from '../../../contract/files.ts'
import { normalized } from '../../../lib/normalized.ts'
import { indexFiles } from '../model/fileIndex.ts'

/**
 * `checking`: the answer was lost, the list is read back. `notThere`: it does not have the folder, which can be created
 * again. `uncertain`: the list could not be read either.
 */
type CreatingFolder =
  | { kind: 'form'; problem?: NameProblem; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' | 'uncertain' }

type Sent = { name: string; known: ReadonlySet<number> }

/** Creates a folder once (cases 22, 23). `onMade` is called when it is there. */
export function useCreateFolder(courseId: number, folderId: number, onMade: (folder: ClassFile) => void) {
  const client = useQueryClient()
  const [creating, setCreating] = useState<CreatingFolder>({ kind: 'form' })
  const sent = useRef<Sent>(undefined)
  const isBusy = useRef(false)
  const listKey = keyOf(files.list, { course_id: courseId })
  const inFolder = () => indexFiles(client.getQueryData(listKey)?.rows ?? none).children(folderId)

  const made = (folder: ClassFile) => {
    client.setQueryData(listKey, list =>
      !list || list.rows.some(({ id }) => id === folder.id)
        ? list
        : { ...list, rows: [...list.rows, folder] },
    )
    onMade(folder)
  }
  async function lookBack() {
    setCreating({ kind: 'checking' })
    try {
      const options = query(files.list, { course_id: courseId })
      const { rows } = await client.fetchQuery({ ...options, staleTime: 0, retry: false })
      const folder = indexFiles(rows)
        .folders(folderId)
        .find(({ id, name }) => name === sent.current?.name && !sent.current.known.has(id))
      if (folder) made(folder)
      else setCreating({ kind: 'notThere' })
    } catch {
      setCreating({ kind: 'uncertain' })
    }
  }
  async function send(typed: string) {
    const read = readFolderName(typed, inFolder())
    if ('problem' in read) return setCreating({ kind: 'form', problem: read.problem })
    setCreating({ kind: 'sending' })
    sent.current = { name: read.name, known: new Set(inFolder().map(({ id }) => id)) }
    try {
      const body = { name: read.name, parent_id: folderId, is_dir: true }
      const mutation = client.getMutationCache().build(client, write(files.create))
      made(await mutation.execute({ course_id: courseId, body }))
    } catch (error) {
      if (isLost(error)) return lookBack()
      setCreating({ kind: 'form', error })
    }
  }
  /** A double click creates one. */
  const once = (act: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    void act().finally(() => {
      isBusy.current = false
    })
  }
  return {
    creating,
    send: (typed: string) => once(() => send(typed)),
    lookAgain: () => once(lookBack),
    /** Forgets what is wrong with a name that is being changed. */
    touched: () => creating.kind === 'form' && creating.problem && setCreating({ kind: 'form' }),
  }
}

const none: readonly ClassFile[] = []

/** Nobody knows whether it was done: no answer came, or one from somewhere on the way, or one that can't be read. */
const isLost = (error: unknown) =>
  error instanceof ApiError && ['offline', 'server', 'offContract'].includes(error.kind)

/** Why a name can't be taken. */
type NameProblem = 'missing' | 'tooLong' | 'characters' | 'taken'

const longest = 255

/** Reads what was typed as the name of a folder; `beside` is what lies where it will lie. */
function readFolderName(
  typed: string,
  beside: readonly ClassFile[],
): { name: string } | { problem: NameProblem } {
  const name = typed.trim()
  if (name === '') return { problem: 'missing' }
  if (name.length > longest) return { problem: 'tooLong' }
  if (!FileName.safeParse(name).success) return { problem: 'characters' }
  const same = normalized(name, 'NFC').toLowerCase()
  const isTaken = beside.some(entry => normalized(entry.name, 'NFC').toLowerCase() === same)
  return isTaken ? { problem: 'taken' } : { name }
}
