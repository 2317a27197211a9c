import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { elsewhere } from '../../../api/documentBytes.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { saveBlob } from '../../../ui/saveBlob.ts'
import { shownName } from '../delete/shownName.ts'
import { fetchDocument } from './fetchDocument.ts'

type DownloadFile = {
  /** Hands a file to the browser's own download, under a safe name. Nothing where it has no content. */
  downloadFile: (file: ClassFile) => void
  /** Ids of files that are on their way. */
  loading: ReadonlySet<number>
  /** Why the last one could not be downloaded, in a sentence. */
  problem: string | undefined
  /** Says no more about it. */
  forget: () => void
}

/** Downloads single files of a class; one that lies elsewhere opens there. */
export function useDownloadFile(): DownloadFile {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const client = useQueryClient()
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<{ file: ClassFile; error: unknown }>()

  const download = async (file: ClassFile) => {
    const { id, name, document } = file
    if (!document || loading.has(id)) return
    const other = elsewhere(document)
    if (other) return void window.open(other.href, '_blank', 'noopener,noreferrer')
    setFailure(undefined)
    setLoading(before => new Set(before).add(id))
    try {
      saveBlob(await fetchDocument(client, document), name)
    } catch (error) {
      setFailure({ file, error })
    } finally {
      setLoading(before => new Set([...before].filter(other => other !== id)))
    }
  }
  return {
    downloadFile: file => void download(file),
    loading,
    problem:
      failure &&
      t('downloadFailed', {
        name: shownName(failure.file.name),
        reason: errorSentence(failure.error, errors, format.time),
      }),
    forget: () => setFailure(undefined),
  }
}
