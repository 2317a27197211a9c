import { useEffect, useState } from 'react'
import {
  type FileFormat,
  getFileKind,
  getFormatByBytes,
  isMarkup,
  signatureBytes,
} from '../../lib/fileKinds.ts'
import { useDelivery } from '../DeliveryContext.ts'
import type { StoredFile } from '../storage/fileStore.ts'

/** `format` is determined from the bytes. */
export type StoredImage = { file: File; format: FileFormat | undefined }

/** Undefined until the file was read, and for other files. */
export function useStoredImage({ id, name, type }: StoredFile): StoredImage | undefined {
  const { drafts } = useDelivery()
  const [image, setImage] = useState<StoredImage>()
  useEffect(() => {
    if (getFileKind({ name, type }) !== 'image' || isMarkup({ name, type })) return
    let isUnmounted = false
    const read = async () => {
      const file = await drafts.file(id)
      if (!file) return
      const head = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
      if (!isUnmounted) setImage({ file, format: getFormatByBytes(head) })
    }
    // A file that can't be read has no thumbnail.
    read().catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [drafts, id, name, type])
  return image
}

/** Returns the image if all current browsers can display it. */
export const getDisplayableImage = (image: StoredImage | undefined): File | undefined =>
  image?.format?.view === 'drawn' ? image.file : undefined
