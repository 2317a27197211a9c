import { IconCalendarPlus, IconPrinter } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useHasExtensions } from '../../session/extensions.ts'
import { lazyComponent } from '../../ui/feedback/lazyComponent.tsx'

export const SubscribeDialog = lazyComponent(
  async () => (await import('./subscription/SubscribeDialog.tsx')).SubscribeDialog,
  'calendar',
)

/** Actions of the bar. */
export function useTimetableActions() {
  const t = useT('timetable')
  const canSubscribe = useHasExtensions()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const actions = useMemo(() => {
    const subscribe = {
      id: 'subscribe',
      label: t('subscribe'),
      icon: <IconCalendarPlus aria-hidden />,
      run: () => setOpen(true),
    }
    return [
      ...(canSubscribe ? [subscribe] : []),
      { id: 'print', label: t('print'), icon: <IconPrinter aria-hidden />, run: () => window.print() },
    ]
  }, [t, canSubscribe])
  return { actions, subscription: { isOpen, close } }
}
