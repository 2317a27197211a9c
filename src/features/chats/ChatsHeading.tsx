import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { paths } from '../../app/paths.ts'
import { useT } from '../../i18n/useT.ts'
import { ScreenHeader } from '../../ui/ScreenHeader.tsx'

/** The screen's title and the way to a new chat; the browser's tab names the chat that is open. */
export function ChatsHeading({ open }: { open?: string | undefined }) {
  const t = useT('chats')
  const actions = useMemo(
    () => [
      {
        id: 'new',
        label: t('new'),
        icon: <IconPlus aria-hidden />,
        look: 'plain' as const,
        phone: 'icon' as const,
        to: paths.newChat(),
      },
    ],
    [t],
  )
  return (
    <ScreenHeader
      title={t('title')}
      documentTitle={open === undefined ? undefined : `${open} · ${t('title')}`}
      actions={actions}
    />
  )
}
