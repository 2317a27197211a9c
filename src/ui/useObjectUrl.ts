import { useEffect, useState } from 'react'

/** Returns an object URL until the bytes change or the component unmounts. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const objectUrl = URL.createObjectURL(bytes)
    setUrl(objectUrl)
    return () => {
      URL.revokeObjectURL(objectUrl)
      setUrl(undefined)
    }
  }, [bytes])
  return url
}
