import { Badge, VisuallyHidden } from '@mantine/core'
import { IconArrowsRightLeft, IconBan, IconClock, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import styles from './Tag.module.css'

export type TagKind = 'cancelled' | 'substituted' | 'moved' | 'note' | 'now' | 'changed'

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
  /** Shows only the icon, or `brief` if there is space for it. Screen readers still read `text`. */
  inCell?: boolean
  brief?: string
}

export function Tag({ kind, text, inCell, brief }: TagProps) {
  const Icon = kind === 'changed' ? undefined : tagIcons[kind]
  return (
    <Badge
      variant={kind === 'changed' || kind === 'now' ? 'new' : 'quiet'}
      className={inCell ? (styles.inCell ?? '') : ''}
      leftSection={Icon ? <Icon aria-hidden /> : <span className={styles.dot} />}
    >
      <span className={styles.text}>{text}</span>
      {brief && (
        <span className={styles.brief} aria-hidden>
          {brief}
        </span>
      )}
    </Badge>
  )
}

type ReplacedValueProps = {
  /** `planned`: the value that `current` replaces. */
  value: { current: string; planned?: string }
  insteadOf: string
}

/** Strikes out the replaced value. Screen readers read `insteadOf` before it. */
export function ReplacedValue({ value, insteadOf }: ReplacedValueProps) {
  if (value.planned === undefined) return value.current
  return (
    <>
      {value.planned && (
        <>
          <VisuallyHidden>{insteadOf}</VisuallyHidden> <del>{value.planned}</del>
        </>
      )}{' '}
      {value.current && <ins>{value.current}</ins>}
    </>
  )
}
