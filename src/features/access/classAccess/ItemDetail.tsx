import { Box, Text } from '@mantine/core'
import access from '../Access.module.css'
import { AccessList } from '../AccessList.tsx'
import { useContentInfo } from '../contentInfo.ts'
import styles from './ClassAccess.module.css'
import type { ItemAccess } from './classAccessModel.ts'
import { useItemTexts } from './ItemMark.tsx'

type ItemDetailProps = {
  courseId: number
  access: ItemAccess
  onAccessLost: (message: string) => void
}

export function ItemDetail({ courseId, access: { item, grants }, onAccessLost }: ItemDetailProps) {
  const { nameOf } = useItemTexts()
  const content = useContentInfo(item.resource, courseId)
  return (
    <section className={styles.detail} aria-label={nameOf(item)}>
      <Box component="header" mb="md">
        <h2 className={styles.title}>
          <bdi>{nameOf(item)}</bdi>
        </h2>
        <Text size="sm" c="dimmed">
          {content.line}
        </Text>
      </Box>
      <div className={access.parts}>
        <AccessList resource={item.resource} rows={grants} unreadable={0} {...{ content, onAccessLost }} />
      </div>
    </section>
  )
}
