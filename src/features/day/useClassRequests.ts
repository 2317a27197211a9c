import { useInterval } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import type { MyClass } from './MyClassesContext.ts'

/** Requests for single classes in the first minute. With those of the app itself, the page sends at most ten. */
const inFirstMinute = 4
const inLaterMinutes = 6

/** Number of classes of which each kind of data may be requested, the first ones first. */
export type ClassRequests = { timelines: number; homework: number; names: number }

/** Spreads the requests for single classes over minutes: lessons first, then homework, then names. */
export function useClassRequests(classCount: number): ClassRequests {
  const [minutes, setMinutes] = useState(0)
  useInterval(() => setMinutes(count => count + 1), 60_000, { autoInvoke: true })
  let rest = inFirstMinute + minutes * inLaterMinutes
  const take = () => {
    const taken = Math.min(classCount, rest)
    rest -= taken
    return taken
  }
  return { timelines: take(), homework: take(), names: take() }
}

/** Requests the names of the first classes that have none. The app shell shows them as soon as they are cached. */
export function useFirstClassNames(classes: readonly MyClass[], count: number): void {
  const unnamed = classes.slice(0, count).filter(({ name }) => name === undefined)
  useQueries({
    queries: unnamed.map(({ id: course_id }) =>
      query(courses.get, { course_id }, { priority: 'background' }),
    ),
  })
}
