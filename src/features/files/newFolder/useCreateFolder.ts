import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { type ClassFile, FileName, files } from '../../../contract/files.ts'
import { normalized } from '../../../lib/normalized.ts'
import { type Sent, sendAtOnce } from '../../../outbox/queue/sendAtOnce.ts'
import { indexFiles } from '../model/fileIndex.ts'
import { alikeIn, folderWrite } from '../uploads/fileWrites.ts'

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
export function useCreateFolder(courseId: number, folderId: number, onMade: (id: number) => void) {
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
    const read = readFolderName(typed, indexFiles(rows).children(folderId))
    if ('problem' in read) return setCreating({ kind: 'form', problem: read.problem })
    const body = { name: read.name, parent_id: folderId, is_dir: true }
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
