import { Box, Text } from '@mantine/core'
import access from '../Access.module.css'
import { AccessList } from '../AccessList.tsx'
import { useContentWords } from '../contentWords.ts'
import styles from './ClassAccess.module.css'
import type { ItemAccess } from './classAccessModel.ts'
import { useItemWords } from './ItemMark.tsx'

type ItemDetailProps = {
  courseId: number
  access: ItemAccess
  /** Called with a message when the item was deleted or the user has lost their own access. */
  onAccessLost: (message: string) => void
}

/** An item with its people. The same list as in the access drawer. */
export function ItemDetail({ courseId, access: { item, grants }, onAccessLost }: ItemDetailProps) {
  const { nameOf } = useItemWords()
  const content = useContentWords(item.of, courseId)
  return (
    <section className={styles.detail} aria-label={nameOf(item)}>
      <Box component="header" mb="md">
        <Text component="h2" className={styles.title ?? ''} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{nameOf(item)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {content.line}
        </Text>
      </Box>
      <div className={access.parts}>
        <AccessList resource={item.of} rows={grants} unreadable={0} {...{ content, onAccessLost }} />
      </div>
    </section>
  )
}
