import { IconX } from '@tabler/icons-react'
import type { Permission } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ContentKind } from '../content/Content.ts'
import { type Role, roleOf } from '../roles.ts'
import styles from './GrantList.module.css'
import { RoleMenu } from './RoleMenu.tsx'
import { TargetPicture } from './TargetPicture.tsx'
import type { GrantWords } from './useGrantWords.ts'

type GrantRowProps = {
  grant: Permission
  words: GrantWords
  kind: ContentKind
  own: boolean
  /** Missing where the reader may only look. */
  onRole: ((role: Role) => void) | undefined
  onRemove: (() => void) | undefined
  /** The role it gets, or that it goes, while that is on its way. */
  coming: Role | 'removed' | undefined
  /** Why the last change of it was not done. */
  problem: string | undefined
}

/** One grant: who, as what, by whom and since when. Removing stands apart at the end. */
export function GrantRow(props: GrantRowProps) {
  const { grant, words, kind, own, onRole, onRemove, coming, problem } = props
  const t = useT('access')
  const name = words.nameOf(grant)
  const who = words.kindOf(grant)
  const role = coming && coming !== 'removed' ? coming : roleOf(grant)
  const labelOfRemove = () => {
    if (!own) return t('remove', { name })
    return kind === 'chat' ? t('leaveChat') : t('removeYou')
  }
  return (
    <li className={styles.row} tabIndex={-1} data-grant={grant.id} data-leaving={coming === 'removed'}>
      <TargetPicture target={grant.target} />
      <div className={styles.id}>
        <p className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </p>
        {who && <p className={styles.who}>{who}</p>}
      </div>
      <div className={styles.role}>
        {onRole ? (
          <RoleMenu
            role={role}
            label={t('roleOf', { name, role: t(`role.${role}`) })}
            kind={kind}
            size="small"
            busy={coming !== undefined}
            onChoose={onRole}
          />
        ) : (
          t(`role.${role}`)
        )}
      </div>
      <p className={styles.by}>
        <span>{words.givenBy(grant)}</span> <span>{words.givenAt(grant)}</span>
      </p>
      {onRemove && (
        <Button
          className={styles.remove ?? ''}
          look="quiet"
          size="small"
          square
          aria-label={labelOfRemove()}
          aria-disabled={coming !== undefined}
          onClick={onRemove}
        >
          <IconX aria-hidden />
        </Button>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {t('notDone', { reason: problem })}
        </p>
      )}
    </li>
  )
}
