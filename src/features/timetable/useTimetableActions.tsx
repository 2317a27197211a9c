import { IconCalendarPlus, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keyOf } from '../../api/cache/query.ts'
import { calendars } from '../../contract/calendar.ts'
import { useT } from '../../i18n/useT.ts'
import { loadChunk } from '../../lib/loadChunk.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'
import { useSubscriptionHost } from './subscription/SubscriptionContext.ts'

export const SubscribeDialog = lazyComponent(
  async () => (await loadChunk(() => import('./subscription/SubscribeDialog.tsx'))).SubscribeDialog,
  'calendar',
)

/** Actions of the bar. `save` saves the calendar file. */
export function useTimetableActions(save: () => Promise<void>) {
  const t = useT('timetable')
  const canSubscribe = useCanSubscribe()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  // A ref, because new `actions` render the bar again.
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  const actions = useMemo(() => {
    const subscribe = {
      id: 'subscribe',
      label: t('subscribe'),
      icon: <IconCalendarPlus aria-hidden />,
      run: () => setOpen(true),
    }
    return [
      // First, so that the others stay in place when it appears.
      ...(canSubscribe ? [subscribe] : []),
      { id: 'print', label: t('print'), icon: <IconPrinter aria-hidden />, run: () => window.print() },
      {
        id: 'calendar',
        label: t('calendar'),
        icon: <IconDownload aria-hidden />,
        run: () => void latestSave.current(),
      },
    ]
  }, [t, canSubscribe])
  return { actions, subscription: { isOpen, close } }
}

/** False if the service has announced no extension, or if the dialog found out that it lacks calendars. */
function useCanSubscribe(): boolean {
  const { hasExtensions } = useSubscriptionHost()
  const error = useQueryClient().getQueryState(keyOf(calendars.list, {}))?.error
  return hasExtensions() && error?.kind !== 'unsupported'
}
