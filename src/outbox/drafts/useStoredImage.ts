import { useEffect, useState } from 'react'
import {
  type FileFormat,
  getFileKind,
  getFormatByBytes,
  isMarkup,
  signatureBytes,
} from '../../lib/fileKinds.ts'
import { useOutbox } from '../OutboxContext.ts'
import type { StoredFile } from '../storage/fileStore.ts'

/** An image of a draft. `format` is determined from its bytes. */
export type KeptPicture = { file: File; format: FileFormat | undefined }

/** Reads a file of a draft if its name and type indicate an image. Undefined until it was read. */
export function useKeptPicture({ id, name, type }: StoredFile): KeptPicture | undefined {
  const { drafts } = useOutbox()
  const [picture, setPicture] = useState<KeptPicture>()
  useEffect(() => {
    if (getFileKind({ name, type }) !== 'image' || isMarkup({ name, type })) return
    let left = false
    const read = async () => {
      const file = await drafts.file(id)
      if (!file) return
      const head = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
      if (!left) setPicture({ file, format: getFormatByBytes(head) })
    }
    // A file that can't be read has no thumbnail.
    read().catch(() => undefined)
    return () => {
      left = true
    }
  }, [drafts, id, name, type])
  return picture
}

/** Returns the image for a thumbnail if all current browsers can display it. */
export const drawnPicture = (picture: KeptPicture | undefined): File | undefined =>
  picture?.format?.view === 'drawn' ? picture.file : undefined
