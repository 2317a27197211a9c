import { useEffect, useState } from 'react'
import { usePerson } from '../../ui/Person.tsx'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'
import { lastOpen } from './lastOpen.ts'

/** The chat that was open last, this one included; remembers it. */
export function useLastOpen(open: number | undefined): number | undefined {
  const storage = usePersonStorage()
  const { id } = usePerson()
  const [last, setLast] = useState(() => lastOpen(storage, id).read())
  if (open !== undefined && open !== last) setLast(open)
  useEffect(() => {
    if (open !== undefined) lastOpen(storage, id).write(open)
  }, [storage, id, open])
  return open ?? last
}
