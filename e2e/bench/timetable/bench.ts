import { loadCandidate, measure, provideBench, root } from '../inPage.ts'
import type { Candidate } from './candidate.ts'

const candidates: Record<string, () => Promise<{ candidate: Candidate }>> = {
  'bare grid': () => import('./bareGrid.tsx'),
  staffroom: () => import('./staffroom.tsx'),
  fullcalendar: () => import('./fullCalendar.tsx'),
  'react-big-calendar': () => import('./bigCalendar.tsx'),
  'schedule-x': () => import('./scheduleX.tsx'),
}
let candidate: Candidate

provideBench({
  async load(name) {
    candidate = await loadCandidate(candidates, name)
    await candidate.start(root)
  },
  mount: () =>
    measure(
      'mount',
      () => candidate.show({}),
      () => candidate.shows(root, 0),
    ),
  next: () =>
    measure(
      'next',
      () => candidate.next(root),
      () => candidate.shows(root, 1),
    ),
})
