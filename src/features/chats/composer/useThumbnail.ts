import { useEffect, useState } from 'react'
import type { KeptFile } from '../../../outbox/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'

/** What every browser draws as a picture, and that can't run anything: no SVG. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

/** The address of a picture of a kept file, while it shows; `undefined` for what is no picture. */
export function useThumbnail({ id, type }: Pick<KeptFile, 'id' | 'type'>): string | undefined {
  const { drafts } = useOutbox()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!pictures.has(type)) return
    let made: string | undefined
    let left = false
    void drafts.file(id).then(file => {
      if (!file || left) return
      made = URL.createObjectURL(file)
      setUrl(made)
    })
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [drafts, id, type])
  return url
}
