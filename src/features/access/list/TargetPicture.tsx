import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../../api/query.ts'
import { documents } from '../../../contract/documents.ts'
import type { Target } from '../../../contract/permissions.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { isPerson, nameOfTarget } from '../model/grants.ts'
import { pictureDocument } from './pictureDocument.ts'
import styles from './TargetPicture.module.css'

const minute = 60_000

/** A target as a small round: its picture where the service keeps one, a person's initials, or a sign for several. */
export function TargetPicture({ target }: { target: Target }) {
  const id = pictureDocument(target.image, location.origin)
  const { data } = useQuery({
    ...query(documents.content, { document_id: id ?? 0, preview: true }),
    enabled: id !== undefined,
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
  if (data && source) return <img className={styles.picture} src={source} alt="" />
  if (isPerson(target)) return <Avatar name={nameOfTarget(target)} />
  return (
    <span className={styles.several} aria-hidden>
      <IconUsers />
    </span>
  )
}
