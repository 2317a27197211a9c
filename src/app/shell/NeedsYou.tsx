import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../i18n/useT.ts'
import { useWaiting } from '../../outbox/useWaiting.ts'
import { useOverlays } from '../Overlays.tsx'

/** What was written and stands still, on whatever screen one is; opens the list of it. Nothing while there is none. */
export function NeedsYou({ className }: { className: string | undefined }) {
  const t = useT('shell')
  const { standing } = useWaiting()
  const overlays = useOverlays()
  if (standing === 0) return null
  return (
    <button type="button" className={className} onClick={() => overlays.show('unsent')}>
      <IconAlertTriangle aria-hidden />
      {t('needsYou', { count: standing })}
    </button>
  )
}
