import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../../api/query.ts'
import { documents } from '../../../contract/documents.ts'

/** A picture that scrolls by in less (ms) is not asked for. */
const glance = 150
const minute = 60_000

/** Address of the small picture of a document while it is on screen; `undefined` until it is here. */
export function usePicture(id: number): string | undefined {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), glance)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...query(documents.content, { document_id: id, preview: true }),
    enabled: wanted,
    // The bytes behind an id never change (contract/documents.ts).
    staleTime: Number.POSITIVE_INFINITY,
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
