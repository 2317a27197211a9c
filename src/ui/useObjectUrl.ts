import { useEffect, useState } from 'react'

/** An address of bytes for as long as they show; `undefined` without any. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [bytes])
  return url
}
