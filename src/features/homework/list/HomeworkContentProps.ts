import type { HomeworkAddress } from './homeworkAddress.ts'
import type { HomeworkGroup } from './homeworkGroups.ts'
import type { Funnels } from './useFunnels.ts'
import type { HomeworkList } from './useHomeworkList.ts'

/** What is shown of the list, and how it is changed. */
export type HomeworkContentProps = {
  courseId: number
  list: HomeworkList
  groups: readonly HomeworkGroup[]
  /** How many there are without the filter. */
  all: number
  funnels: Funnels
  address: HomeworkAddress
  today: string
  mayWrite: boolean
  fromList: { list: string }
  onChange: (to: HomeworkAddress) => void
  /** Told whenever other rows are drawn. */
  onDrawn: (key: string) => void
}
