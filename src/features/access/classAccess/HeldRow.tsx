import { ActionIcon, Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useIsPhone } from '../../../ui/layout/screenSize.ts'
import type { GrantWords } from '../accessWords.ts'
import { type AccessRequest, flagsOf, mayManage, roleOf } from '../grants.ts'
import { type AccessWrites, keyOfRequest } from '../permissionWrites.ts'
import { RoleMenu } from '../RoleMenu.tsx'
import styles from './ClassAccess.module.css'
import { type HeldItem, isOnlyAdmin } from './classAccessModel.ts'
import { contentKindOf, ItemMark, useItemWords } from './ItemMark.tsx'
import { RequestProblems } from './RequestProblems.tsx'

type HeldRowProps = {
  held: HeldItem
  words: GrantWords
  writes: AccessWrites
  ask: (request: AccessRequest) => void
}

/** An item of a person: name, role, and who gave it when. The name opens the access drawer. */
export function HeldRow({ held, words, writes, ask }: HeldRowProps) {
  const { item, grants, grant } = held
  const t = useT('classAccess')
  const tAccess = useT('access')
  const me = useCurrentUser().id
  const phone = useIsPhone()
  const location = useLocation()
  const { nameOf } = useItemWords()
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  const kind = contentKindOf(item)
  const pending = state.waiting.find(request => keyOfRequest(request) === `grant ${grant.id}`)
  const role = roleOf(pending?.kind === 'change' ? pending.flags : grant)
  const name = nameOf(item)
  const person = words.nameOf(grant)
  const manages = mayManage(grants, me)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a grid in all browsers.
    <div role="group" aria-label={name} className={styles.held}>
      <span className={styles.lead}>
        <ItemMark item={item} />
      </span>
      <span className={styles.name}>
        <Link
          to={paths.withAccess(location, item.of)}
          state={{ keepsFocus: true }}
          preventScrollReset
          title={name}
          aria-label={t('open', { name })}
        >
          <bdi>{name}</bdi>
        </Link>
        {isOnlyAdmin(held) && (
          <Badge variant="warn" leftSection={<IconAlertTriangle aria-hidden />}>
            {t('onlyAdmin.badge')}
          </Badge>
        )}
      </span>
      {manages ? (
        <RoleMenu
          role={role}
          label={t('roleFor', { name, role: tAccess(`role.${role}`) })}
          kind={kind}
          busy={pending !== undefined}
          onChoose={to => ask({ kind: 'change', grantId: grant.id, flags: flagsOf(to) })}
        />
      ) : (
        <span className={styles.role}>{tAccess(`role.${role}`)}</span>
      )}
      <Text className={styles.since ?? ''} component="span" c="dimmed">
        {words.givenAt(grant)}
        {phone && `, ${words.givenBy(grant)}`}
      </Text>
      {!phone && (
        <Text className={styles.by ?? ''} component="span" c="dimmed" truncate>
          {words.giver(grant)}
        </Text>
      )}
      {manages && (
        <ActionIcon
          className={styles.remove ?? ''}
          variant="subtle"
          size="sm"
          aria-label={t('removeFrom', { person, name })}
          aria-disabled={pending !== undefined}
          onClick={() => ask({ kind: 'remove', grantId: grant.id })}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      <div className={styles.problem}>
        <RequestProblems {...{ item, words, writes, ask }} about={`grant ${grant.id}`} rows={grants} />
      </div>
    </div>
  )
}
