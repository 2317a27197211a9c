import { Button, Text } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { AccessOf } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { GrantWords } from '../accessWords.ts'
import { mayManage } from '../grants.ts'
import type { KnownPerson } from '../people.ts'
import type { AccessWrites } from '../permissionWrites.ts'
import styles from './ClassAccess.module.css'
import { isOnlyAdmin, type Person } from './classAccessModel.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { useItemWords } from './ItemMark.tsx'

type LeaveNoticeProps = {
  person: Person
  name: string
  people: ReadonlyMap<number, KnownPerson>
  words: GrantWords
  writesOf: (of: AccessOf) => AccessWrites
}

/** Number of items that are named. */
const named = 3

/** Notice about the items that would have no admin without the person. Only an admin can hand them over. */
export function LeaveNotice({ person, name, people, words, writesOf }: LeaveNoticeProps) {
  const t = useT('classAccess')
  const me = useCurrentUser().id
  const { nameOf } = useItemWords()
  // The dialog keeps its items while they are handed over one after another.
  const [handing, setHanding] = useState<Person['held']>()
  const only = person.held.filter(isOnlyAdmin)
  const managed = only.filter(({ grants }) => mayManage(grants, me))
  const own = person.userId === me
  const names = only
    .slice(0, named)
    .map(({ item }) => nameOf(item))
    .join(', ')
  return (
    <>
      {only.length > 0 && (
        <Notice tone="warn">
          <div className={styles.leave}>
            <div>
              <Text fw={600}>{t(own ? 'leave.own' : 'leave.other', { name, count: only.length })}</Text>
              <Text size="sm" c="dimmed">
                {only.length > named ? t('leave.more', { names, count: only.length - named }) : names}
                {managed.length === 0 && <> · {t('leave.onlyThey', { name })}</>}
              </Text>
            </div>
            {managed.length > 0 && (
              <Button leftSection={<IconUserShare aria-hidden />} onClick={() => setHanding(managed)}>
                {t('leave.handOver')}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {handing && (
        <HandOverDialog
          {...{ person, people, words, writesOf }}
          items={handing}
          close={() => setHanding(undefined)}
        />
      )}
    </>
  )
}
