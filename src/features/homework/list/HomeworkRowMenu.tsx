import { Menu } from '@mantine/core'
import { IconCopy, IconFiles, IconKey, IconPencil, IconX } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { canCorrect, type Homework } from '../../../contract/homework.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { FloatMenu } from '../../../ui/layout/FloatMenu.tsx'

type HomeworkRowMenuProps = {
  homework: Pick<Homework, 'id' | 'can_edit' | 'can_correct'>
  courseId: number
  label: string
  /** Whether the user may set homework in this class. */
  canUseAgain: boolean
  listState: { list: string }
  anchor: () => HTMLElement | null
  close: () => void
  /** Undefined if the service has a list of homework. */
  onForget: ((id: number) => void) | undefined
}

export function HomeworkRowMenu(props: HomeworkRowMenuProps) {
  const { homework, courseId, label, canUseAgain, listState, anchor, close, onForget } = props
  const { id } = homework
  const t = useT('homework')
  const location = useLocation()
  return (
    <FloatMenu label={label} anchor={anchor} close={close} position="bottom-end" width={208}>
      {homework.can_edit && (
        <>
          <Menu.Item
            component={Link}
            to={paths.changeHomework(courseId, id)}
            state={listState}
            leftSection={<IconPencil aria-hidden />}
          >
            {t('menu.change')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={paths.withAccess(location, { field: 'todo_id', id })}
            state={{ keepsFocus: true }}
            leftSection={<IconKey aria-hidden />}
          >
            {t('menu.access')}
          </Menu.Item>
        </>
      )}
      {canUseAgain && (
        <Menu.Item
          component={Link}
          to={paths.newHomework(courseId, { from: String(id) })}
          state={listState}
          leftSection={<IconCopy aria-hidden />}
        >
          {t('menu.again')}
        </Menu.Item>
      )}
      {canCorrect(homework) && (
        <Menu.Item component={Link} to={paths.papers(courseId, id)} leftSection={<IconFiles aria-hidden />}>
          {t('menu.papers')}
        </Menu.Item>
      )}
      {onForget && (
        <Menu.Item leftSection={<IconX aria-hidden />} onClick={() => onForget(id)}>
          {t('number.forget')}
        </Menu.Item>
      )}
    </FloatMenu>
  )
}
