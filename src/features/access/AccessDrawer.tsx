import type { ResourceField } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { Drawer } from '../../ui/Drawer.tsx'

type AccessDrawerProps = {
  of: { field: ResourceField; id: number }
  /** The class whose page is under the drawer, where there is one. */
  courseId: number | undefined
  close: () => void
  /** The content was deleted, and with it what the page shows. */
  gone: () => void
}

/** Who has access to a piece of content, and changing it. */
export function AccessDrawer({ close }: AccessDrawerProps) {
  const t = useT('access')
  return (
    <Drawer title={t('title')} close={{ label: t('close'), run: close }}>
      {null}
    </Drawer>
  )
}
