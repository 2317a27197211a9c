import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { resourceFields } from '../../contract/permissions.ts'
import { readParam } from '../../contract/wire.ts'
import { AccessDrawer, AccessLostMessage } from '../../features/access/AccessDrawer.tsx'
import { accessParam, type ContentRef, paths } from '../../paths.ts'

/** Shows the access drawer, or a message if its content was deleted. */
export function AccessDrawerHost({ courseId }: { courseId: number | undefined }) {
  const location = useLocation()
  const navigate = useNavigate()
  const [lostMessage, setLostMessage] = useState<string>()
  const resource = readAccess(location.search)
  const key = resource && `${resource.field}.${resource.id}`
  /** The response to the last action may arrive when the user is on another page. */
  const latest = useRef(location)
  useLayoutEffect(() => {
    latest.current = location
  }, [location])
  const replaceWith = (address: string) =>
    void navigate(address, { replace: true, state: { keepsFocus: true } })
  if (!resource) {
    return (
      lostMessage !== undefined && (
        <AccessLostMessage
          key={lostMessage}
          message={lostMessage}
          onClose={() => setLostMessage(undefined)}
        />
      )
    )
  }
  return (
    <AccessDrawer
      key={key}
      resource={resource}
      courseId={courseId}
      onClose={() => replaceWith(paths.withoutAccess(location))}
      onAccessLost={message => {
        setLostMessage(message)
        const { pathname, search } = latest.current
        const opened = readAccess(search)
        const list = getParentList(pathname, resource, courseId)
        if (list !== undefined) replaceWith(list)
        else if (opened?.field === resource.field && opened.id === resource.id) {
          replaceWith(paths.withoutAccess(latest.current))
        }
      }}
    />
  )
}

/** Returns the list to show after the content was deleted. Undefined if the page shows more than this content. */
function getParentList(pathname: string, { field, id }: ContentRef, courseId: number | undefined) {
  const isAt = (page: string) => pathname === page || pathname.startsWith(`${page}/`)
  if (field === 'chat_id') return isAt(paths.chat(id)) ? paths.chats() : undefined
  if (courseId === undefined) return undefined
  if (field === 'todo_id') return isAt(paths.task(courseId, id)) ? paths.homework(courseId) : undefined
  if (field === 'file_id') return isAt(paths.files(courseId, id)) ? paths.files(courseId) : undefined
  if (field === 'lesson_id') return isAt(paths.subject(courseId, id)) ? paths.timetable(courseId) : undefined
  return undefined
}

/** Undefined if the query names no content with permissions. */
function readAccess(search: string): ContentRef | undefined {
  const [name, text = ''] = (new URLSearchParams(search).get(accessParam) ?? '').split('.')
  const field = resourceFields.find(known => known === name)
  const id = field && readParam(field, text)
  return field && id ? { field, id } : undefined
}
