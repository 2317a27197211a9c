import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import type { ListRowProps } from '../../../ui/list/ListPane.tsx'
import styles from './ClassAccess.module.css'

/** Props of a list of people or items. */
export type PaneProps = {
  top: ReactNode
  searchText: { text: string; onText: (text: string) => void; field: RefObject<HTMLInputElement | null> }
  chosen: string | undefined
  to: (entry: { key: string }) => string
  /** Called when the user opens an entry. */
  onOpen: () => void
  /** Scroll position of the list, in px. */
  scrollPosition: { current: number }
  empty: ReactNode
}

type PaneRowProps = ListRowProps & { to: string; onOpen: () => void; children: ReactNode }

/** Link of a person or an item in a list. */
export function PaneRow({ to, onOpen, children, ...row }: PaneRowProps) {
  const isPhone = useIsPhone()
  return (
    <Link {...row} to={to} preventScrollReset state={{ keepsFocus: true }} onClick={onOpen}>
      {children}
      {isPhone && <IconChevronRight aria-hidden className={styles.next} />}
    </Link>
  )
}
