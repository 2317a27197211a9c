import { Badge, VisuallyHidden } from '@mantine/core'
import { IconArrowsRightLeft, IconBan, IconClock, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import styles from './Tag.module.css'

export type TagKind = 'cancelled' | 'substituted' | 'moved' | 'note' | 'now' | 'changed'

/** What stands before the words of a state. */
export const tagIcons: Record<Exclude<TagKind, 'changed'>, TablerIcon> = {
  cancelled: IconBan,
  substituted: IconArrowsRightLeft,
  moved: IconArrowsRightLeft,
  note: IconInfoCircle,
  now: IconClock,
}

type TagProps = {
  kind: TagKind
  text: string
  /** In a narrow cell the words give way to the icon, or to these few; they are still read out. */
  inCell?: boolean
  brief?: string
}

/** A state as icon and words. */
export function Tag({ kind, text, inCell, brief }: TagProps) {
  const Icon = kind === 'changed' ? undefined : tagIcons[kind]
  return (
    <Badge
      variant={kind === 'changed' || kind === 'now' ? 'new' : 'quiet'}
      className={inCell ? (styles.inCell ?? '') : ''}
      leftSection={Icon ? <Icon aria-hidden /> : <span className={styles.dot} />}
    >
      <span className={styles.words}>{text}</span>
      {brief && (
        <span className={styles.brief} aria-hidden>
          {brief}
        </span>
      )}
    </Badge>
  )
}

type StruckProps = {
  /** `was`: what it replaced. */
  value: { now: string; was?: string }
  insteadOf: string
}

/** A value as it holds; one that was replaced is struck out before it, and said as such (`insteadOf`). */
export function Struck({ value, insteadOf }: StruckProps) {
  if (value.was === undefined) return value.now
  return (
    <>
      {value.was && (
        <>
          <VisuallyHidden>{insteadOf}</VisuallyHidden> <del>{value.was}</del>
        </>
      )}{' '}
      {value.now && <ins>{value.now}</ins>}
    </>
  )
}
