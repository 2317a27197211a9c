import { Menu, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { FloatMenu } from '../../ui/layout/FloatMenu.tsx'
import { AddClassForm } from './AddClassForm.tsx'
import { classTitle, type KnownClass } from './useClasses.ts'

type ClassMenuProps = {
  classes: readonly KnownClass[]
  currentId: number | undefined
  anchor: () => HTMLElement | null
  close: () => void
}

export function ClassMenu({ classes, currentId, anchor, close }: ClassMenuProps) {
  const t = useT('shell')
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const openClass = (id: number) => {
    close()
    navigate(paths.timetable(id))
  }
  if (isAdding) return <AddClassDialog close={close} onAdded={openClass} />
  return (
    <FloatMenu label={t('switchClass')} anchor={anchor} close={close} position="bottom-start" width={248}>
      <Menu.RadioGroup value={String(currentId)} onChange={id => openClass(Number(id))}>
        <Menu.Label>{t('yourClasses')}</Menu.Label>
        {classes.map(knownClass => (
          <Menu.RadioItem
            key={knownClass.id}
            value={String(knownClass.id)}
            checkIcon={<IconCheck aria-hidden />}
          >
            {classTitle(knownClass, t).title}
            {knownClass.isAdded && (
              <Text size="xs" c="dimmed">
                {t('addedByYou')}
              </Text>
            )}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPlus aria-hidden />}
        closeMenuOnClick={false}
        onClick={() => setIsAdding(true)}
      >
        {t('addClass')}
      </Menu.Item>
    </FloatMenu>
  )
}

type AddClassDialogProps = { close: () => void; onAdded: (courseId: number) => void }

export function AddClassDialog({ close, onAdded }: AddClassDialogProps) {
  const t = useT('shell')
  return (
    <Dialog title={t('addClassTitle')} close={{ label: t('close'), run: close }}>
      <p>{t('addClassLead')}</p>
      <AddClassForm onAdded={onAdded} onCancel={close} />
    </Dialog>
  )
}
