import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import type { ListRowProps } from '../../../ui/list/ListPane.tsx'
import styles from './ClassAccess.module.css'

export type PaneProps = {
  header: ReactNode
  search: { text: string; onTextChange: (text: string) => void; inputRef: RefObject<HTMLInputElement | null> }
  chosen: string | undefined
  getLink: (entry: { key: string }) => string
  onOpen: () => void
  /** In px. */
  scrollPosition: { current: number }
  empty: ReactNode
}

type PaneRowProps = ListRowProps & { to: string; onOpen: () => void; children: ReactNode }

export function PaneRow({ to, onOpen, children, ...row }: PaneRowProps) {
  const isPhone = useIsPhone()
  return (
    <Link {...row} to={to} preventScrollReset state={{ keepsFocus: true }} onClick={onOpen}>
      {children}
      {isPhone && <IconChevronRight aria-hidden className={styles.next} />}
    </Link>
  )
}
