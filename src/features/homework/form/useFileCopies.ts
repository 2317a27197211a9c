import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bytesQuery, type DocumentFile } from '../../../api/cache/documentBytes.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { type HomeworkFormState, useIsMounted } from './useHomeworkForm.ts'

/** The homework that is used again. */
export type HomeworkSource = {
  attachments: readonly DocumentFile[]
  /** False if the service does not show attachments. */
  areAttachmentsKnown: boolean
}

/** Documents on another host are never loaded (rule 49). */
type CopyFailure = { kind: 'external'; host: string } | { kind: 'failed'; error: unknown }
type PendingCopy = Pick<DocumentFile, 'id' | 'name' | 'type' | 'size'> & { failure: CopyFailure | undefined }

export type FileCopies = {
  areAttachmentsKnown: boolean
  /** Attachments that are not in the draft yet. */
  pending: readonly PendingCopy[]
  remove: (documentId: number) => void
  retry: () => void
  /** Resolves with false if an attachment could not be loaded. */
  whenCopied: () => Promise<boolean>
}

/**
 * Loads the attachments of homework that is used again, and adds them to the draft. They are loaded when the form opens,
 * so that the user sees a failure before the homework is set.
 */
export function useFileCopies(form: HomeworkFormState, source: HomeworkSource | undefined): FileCopies {
  'use memo'
  const { attachments, areAttachmentsKnown } = source ?? noSource
  const client = useQueryClient()
  const { drafts } = useDelivery()
  const isMounted = useIsMounted()
  const [failures, setFailures] = useState<ReadonlyMap<number, CopyFailure>>(new Map())
  const running = useRef<Promise<void>>(undefined)
  const { getValue, change } = form
  const { uncopied } = form.value
  const isUncopied = (id: number) => getValue().uncopied?.includes(id) === true
  const getWithout = (uncopied: readonly number[] | undefined, id: number) =>
    uncopied?.filter(other => other !== id)

  const copy = async (file: DocumentFile) => {
    const { externalAddress } = file
    if (externalAddress) return fail(file.id, { kind: 'external', host: externalAddress.host })
    try {
      await addCopy(file)
    } catch (error) {
      fail(file.id, { kind: 'failed', error })
    }
  }
  const addCopy = async (file: DocumentFile) => {
    const blob = await client.fetchQuery(bytesQuery(file.document))
    const bytes = await blob.arrayBuffer()
    const stored = await drafts.putFile(new File([bytes], file.name, { type: file.type }))
    // The user may have removed it, started again or closed the form.
    if (!isMounted.current || !isUncopied(file.id)) return
    change(current => ({
      files: [...current.files, stored],
      copied: [...(current.copied ?? []), stored.id],
      uncopied: getWithout(current.uncopied, file.id),
    }))
  }
  const fail = (id: number, failure: CopyFailure) => setFailures(current => new Map(current).set(id, failure))
  const copyAll = async () => {
    setFailures(new Map())
    for (const file of attachments) {
      if (!isMounted.current) return
      if (isUncopied(file.id)) await copy(file)
    }
  }
  const start = () => {
    if (running.current) return
    running.current = copyAll().finally(() => {
      running.current = undefined
      // Render again, because the form may have been started again meanwhile.
      setFailures(current => new Map(current))
    })
  }
  const pending = attachments
    .filter(({ id }) => uncopied?.includes(id))
    .map(({ id, name, type, size }) => ({ id, name, type, size, failure: failures.get(id) }))
  const needsStart = pending.some(({ failure }) => !failure)
  useEffect(() => {
    if (needsStart) start()
  })

  const remove = (id: number) => change(current => ({ uncopied: getWithout(current.uncopied, id) }))
  const whenCopied = async () => {
    await running.current
    return !attachments.some(({ id }) => isUncopied(id))
  }
  return { areAttachmentsKnown, pending, remove, retry: start, whenCopied }
}

const noSource: HomeworkSource = { attachments: [], areAttachmentsKnown: true }
