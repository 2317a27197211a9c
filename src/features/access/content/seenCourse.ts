import type { QueryClient } from '@tanstack/react-query'
import { callOf } from '../../../api/callMeta.ts'
import type { AccessOf } from '../../../app/paths.ts'
import { isRecord } from '../../../lib/isRecord.ts'

const resourceOf: Partial<Record<AccessOf['field'], string>> = {
  todo_id: 'homework',
  lesson_id: 'lesson',
  file_id: 'file',
}

/** The class a piece of content is in, by the lists and pages that were loaded; `undefined` where none had it. */
export function seenCourse(client: QueryClient, { field, id }: AccessOf): number | undefined {
  const resource = resourceOf[field]
  if (resource === undefined) return undefined
  for (const query of client.getQueryCache().findAll({ queryKey: [resource] })) {
    const { data } = query.state
    const rows = isRecord(data) && Array.isArray(data.rows) ? data.rows : [data]
    if (!rows.some(row => isRecord(row) && row.id === id)) continue
    const { input } = callOf(query.meta)
    const courseId = 'course_id' in input ? input.course_id : undefined
    if (typeof courseId === 'number') return courseId
  }
  return undefined
}
