import { loadChunk } from '../../../lib/loadChunk.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { useCoverGrants } from './coverReminders.ts'

const RevokeReminders = lazyComponent(
  async () => (await loadChunk(() => import('./RevokeReminders.tsx'))).RevokeReminders,
  'cover',
)

/** Access of colleagues that the service does not end itself, from its day on. */
export function CoverReminders({ today }: { today: string }) {
  const { grants, forget } = useCoverGrants()
  const due = grants.filter(({ date }) => date <= today)
  return due.length > 0 ? <RevokeReminders grants={due} onForget={forget} /> : null
}
