import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pictureOf } from '../../../api/client/documentBytes.ts'
import type { Document } from '../../../contract/document.ts'

/** A picture that scrolls by in less (ms) is not asked for. */
const glance = 150
const minute = 60_000

/** Address of the small picture of a document while it is on screen; `undefined` until it is here. */
export function usePicture(file: Document): string | undefined {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), glance)
    return () => clearTimeout(timer)
  }, [])
  const asked = pictureOf(file)
  const { data } = useQuery<Blob>({
    ...(asked ?? { queryKey: ['document', 'no picture'], queryFn: skipToken }),
    enabled: wanted && asked !== undefined,
    gcTime: 5 * minute,
    retry: false,
  })
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  return source
}
