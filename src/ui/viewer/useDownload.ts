import { useState } from 'react'
import { saveBlob } from '../saveBlob.ts'
import type { LoadFile } from './useContent.ts'
import type { ViewedFile } from './ViewedFile.ts'

/** Saves the file as it is; `problem` is what kept it from that. */
export function useDownload<File extends ViewedFile>(
  file: File,
  load: LoadFile<File>,
): { download: () => void; problem: unknown } {
  const [failure, setFailure] = useState<{ id: number; error: unknown }>()
  const download = async () => {
    setFailure(undefined)
    try {
      saveBlob(await load(file, new AbortController().signal), file.name)
    } catch (error) {
      setFailure({ id: file.id, error })
    }
  }
  return { download: () => void download(), problem: failure?.id === file.id ? failure.error : undefined }
}
