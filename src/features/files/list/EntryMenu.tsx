import { Menu } from '@mantine/core'
import {
  IconCheckbox,
  IconDownload,
  IconEye,
  IconFolderOpen,
  IconFolderSymlink,
  IconKey,
  IconPencil,
  IconSquare,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { FloatMenu } from '../../../ui/layout/FloatMenu.tsx'
import type { FloatAnchor } from '../../../ui/layout/FloatTarget.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useSelection } from '../selection/SelectionContext.ts'

export type EntryMenuProps = {
  entry: ClassFile
  /** The menu button, or the position of the pointer. */
  anchor: FloatAnchor
  close: () => void
  accessHref: string
  onOpen: () => void
  onDownload: () => void
  /** Undefined if entries can't be renamed and moved. */
  onRename: (() => void) | undefined
  onMove: (() => void) | undefined
  onDelete: () => void
}

export function EntryMenu({
  entry,
  anchor,
  close,
  accessHref,
  onOpen,
  onDownload,
  onRename,
  onMove,
  onDelete,
}: EntryMenuProps) {
  const t = useT('files')
  const navigate = useNavigate()
  const { ids, toggle } = useSelection()
  const isSelected = ids.has(entry.id)
  const SelectIcon = isSelected ? IconSquare : IconCheckbox
  const OpenIcon = entry.is_dir ? IconFolderOpen : IconEye
  return (
    <FloatMenu
      label={t('actionsFor', { name: truncateText(sanitizeName(entry.name), 200) })}
      anchor={() => anchor}
      close={close}
      position="bottom-end"
      width={208}
    >
      <Menu.Item leftSection={<OpenIcon aria-hidden />} onClick={onOpen}>
        {t(entry.is_dir ? 'menu.open' : 'menu.preview')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload aria-hidden />} onClick={onDownload}>
        {t(entry.is_dir ? 'menu.zip' : 'menu.download')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKey aria-hidden />}
        onClick={() => void navigate(accessHref, { state: { keepsFocus: true } })}
      >
        {t('menu.access')}
      </Menu.Item>
      <Menu.Item leftSection={<SelectIcon aria-hidden />} onClick={() => toggle(entry.id)}>
        {t(isSelected ? 'menu.unselect' : 'menu.select')}
      </Menu.Item>
      {entry.can_write && (
        <>
          {onRename && (
            <Menu.Item leftSection={<IconPencil aria-hidden />} onClick={onRename}>
              {t('menu.rename')}
            </Menu.Item>
          )}
          {onMove && (
            <Menu.Item leftSection={<IconFolderSymlink aria-hidden />} onClick={onMove}>
              {t('menu.move')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item c="var(--danger-text)" leftSection={<IconTrash aria-hidden />} onClick={onDelete}>
            {t('menu.delete')}
          </Menu.Item>
        </>
      )}
    </FloatMenu>
  )
}
