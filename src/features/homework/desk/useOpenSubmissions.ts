import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query, write } from '../../../api/cache/query.ts'
import { marking, markingRenewalMs } from '../../../contract/marking.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/** In ms, so that paging through the class sends no requests. */
const announceDelay = 1000

export type Teacher = { id: number; name: string }

/** The other teachers who have a pupil open, by pupil ID. */
export type OpenedBy = ReadonlyMap<number, readonly Teacher[]>

/**
 * Announces which pupil this teacher has open, and returns the others. Sends only one request if
 * this teacher is the only corrector, or if the service does not support it.
 */
export function useOpenSubmissions(homeworkId: number, pupilId: number | undefined): OpenedBy {
  const me = useCurrentUser()
  const isVisible = useDocumentVisibility() === 'visible'
  const { data } = useQuery(query(marking.get, { todo_id: homeworkId }, { priority: 'background' }))
  const { mutate } = useMutation(write(marking.set, { priority: 'background' }))
  const isShared = data !== undefined && data.corrector_count > 1
  const isAnnounced = useRef(false)

  useEffect(() => {
    if (!isShared || !isVisible) return
    const announce = () => {
      isAnnounced.current = pupilId !== undefined
      mutate({ todo_id: homeworkId, body: { pupil_id: pupilId ?? null } })
    }
    const timer = setTimeout(announce, announceDelay)
    // The response has the current pupils of the others, even without events.
    const renewalTimer = setInterval(announce, markingRenewalMs)
    return () => {
      clearTimeout(timer)
      clearInterval(renewalTimer)
    }
  }, [isShared, isVisible, homeworkId, pupilId, mutate])
  useEffect(
    () => () => {
      if (!isAnnounced.current) return
      isAnnounced.current = false
      mutate({ todo_id: homeworkId, body: { pupil_id: null } })
    },
    [homeworkId, mutate],
  )

  const openedBy = new Map<number, Teacher[]>()
  for (const { user_id, name, pupil_id } of data?.open ?? []) {
    if (user_id === me.id) continue
    const teacher = { id: user_id, name: sanitizeName(name) }
    openedBy.set(pupil_id, [...(openedBy.get(pupil_id) ?? []), teacher])
  }
  return openedBy
}
