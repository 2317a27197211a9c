import { Box, Text } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import type { ListGroup } from '../../../ui/list/GroupedList.tsx'
import { ListPane } from '../../../ui/list/ListPane.tsx'
import { adminsOf, nameOfTarget } from '../grants.ts'
import { itemKinds } from './accessItems.ts'
import styles from './ClassAccess.module.css'
import { filterByText, type ItemAccess } from './classAccessModel.ts'
import { ItemMark, useItemTexts } from './ItemMark.tsx'
import { type PaneProps, PaneRow } from './PaneRow.tsx'

type Entry = ItemAccess & { key: string }

export function ItemsPane({ items, ...pane }: PaneProps & { items: readonly ItemAccess[] }) {
  const t = useT('classAccess')
  const entries = items.map((access): Entry => ({ ...access, key: access.item.key }))
  const matches = filterByText(entries, pane.search.text, ({ item }) => item.foldedName)
  const groups = itemKinds.flatMap((kind): ListGroup<Entry>[] => {
    const ofKind = matches.filter(({ item }) => item.kind === kind)
    return ofKind.length === 0
      ? []
      : [{ id: kind, title: t(`items.${kind}`), count: ofKind.length, rows: ofKind }]
  })
  return (
    <ListPane
      label={t('items.label')}
      header={pane.header}
      search={{ label: t('items.search'), ...pane.search }}
      groups={groups}
      selectedKey={pane.chosen}
      scrollPosition={pane.scrollPosition}
      empty={pane.empty}
    >
      {({ key, item, grants, onlyAdmin }, row) => (
        <PaneRow key={key} {...row} to={pane.getLink({ key })} onOpen={pane.onOpen}>
          <ItemRow {...{ item, grants, onlyAdmin }} />
        </PaneRow>
      )}
    </ListPane>
  )
}

function ItemRow({ item, grants, onlyAdmin }: ItemAccess) {
  const t = useT('classAccess')
  const { nameOf } = useItemTexts()
  const admins = adminsOf(grants).length
  const write = grants.filter(({ is_admin, is_write }) => !is_admin && is_write).length
  const counts = { admin: admins, write, read: grants.length - admins - write }
  const countTexts = (['admin', 'write', 'read'] as const)
    .filter(role => counts[role] > 0)
    .map(role =>
      role === 'admin' && onlyAdmin
        ? t('onlyAdmin.of', { name: nameOfTarget(onlyAdmin.target) })
        : t(`counts.${role}`, { count: counts[role] }),
    )
  return (
    <>
      <span className={styles.lead}>
        <ItemMark item={item} />
      </span>
      <Box miw={0}>
        <Text fw={500} truncate>
          <bdi>{nameOf(item)}</bdi>
        </Text>
        <Text size="sm" c="dimmed" truncate title={countTexts.join(', ')}>
          {countTexts.join(', ')}
        </Text>
      </Box>
    </>
  )
}
