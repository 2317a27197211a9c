import { Button, Text } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { ContentRef } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { GrantTexts } from '../accessTexts.ts'
import { canManageAccess } from '../grants.ts'
import type { KnownPerson } from '../people/people.ts'
import type { AccessWrites } from '../permissionWrites.ts'
import styles from './ClassAccess.module.css'
import { isOnlyAdmin, type Person } from './classAccessModel.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { useItemTexts } from './ItemMark.tsx'

type LeaveNoticeProps = {
  person: Person
  name: string
  people: ReadonlyMap<number, KnownPerson>
  grantTexts: GrantTexts
  getWrites: (resource: ContentRef) => AccessWrites
}

const maxNamedItems = 3

export function LeaveNotice({ person, name, people, grantTexts, getWrites }: LeaveNoticeProps) {
  const t = useT('classAccess')
  const me = useCurrentUser().id
  const { nameOf } = useItemTexts()
  // Unchanged while the items are handed over one after another.
  const [itemsToHandOver, setItemsToHandOver] = useState<Person['items']>()
  const onlyAdminItems = person.items.filter(isOnlyAdmin)
  const manageableItems = onlyAdminItems.filter(({ grants }) => canManageAccess(grants, me))
  const isOwn = person.userId === me
  const names = onlyAdminItems
    .slice(0, maxNamedItems)
    .map(({ item }) => nameOf(item))
    .join(', ')
  return (
    <>
      {onlyAdminItems.length > 0 && (
        <Notice tone="warn">
          <div className={styles.leave}>
            <div>
              <Text fw={600}>
                {t(isOwn ? 'leave.own' : 'leave.other', { name, count: onlyAdminItems.length })}
              </Text>
              <Text size="sm" c="dimmed">
                {onlyAdminItems.length > maxNamedItems
                  ? t('leave.more', { names, count: onlyAdminItems.length - maxNamedItems })
                  : names}
                {manageableItems.length === 0 && <> · {t('leave.onlyThey', { name })}</>}
              </Text>
            </div>
            {manageableItems.length > 0 && (
              <Button
                leftSection={<IconUserShare aria-hidden />}
                onClick={() => setItemsToHandOver(manageableItems)}
              >
                {t('leave.handOver')}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {itemsToHandOver && (
        <HandOverDialog
          {...{ person, people, grantTexts, getWrites }}
          items={itemsToHandOver}
          onClose={() => setItemsToHandOver(undefined)}
        />
      )}
    </>
  )
}
