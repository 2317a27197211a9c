import { ActionIcon, Avatar } from '@mantine/core'
import { IconUsers, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { documents } from '../../../contract/documents.ts'
import type { Permission, Target } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { PersonAvatar } from '../../../ui/Person.tsx'
import { useObjectUrl } from '../../../ui/useObjectUrl.ts'
import type { ContentKind } from '../content/useContentWords.ts'
import { isPerson, nameOfTarget } from '../grants.ts'
import { type Role, roleOf } from '../roles.ts'
import styles from './GrantList.module.css'
import { RoleMenu } from './RoleMenu.tsx'
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
        <ActionIcon
          className={styles.remove ?? ''}
          variant="subtle"
          size="sm"
          aria-label={labelOfRemove()}
          aria-disabled={coming !== undefined}
          onClick={onRemove}
        >
          <IconX aria-hidden />
        </ActionIcon>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {t('notDone', { reason: problem })}
        </p>
      )}
    </li>
  )
}

const minute = 60_000

/** A target as a small round: its picture where the service keeps one, a person's initials, or a sign for several. */
function TargetPicture({ target }: { target: Target }) {
  const id = pictureDocument(target.image, location.origin)
  const { data } = useQuery({
    ...query(documents.content, { document_id: id ?? 0, preview: true }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * minute,
    retry: false,
  })
  const source = useObjectUrl(data)
  if (source) return <Avatar src={source} alt="" />
  if (isPerson(target)) return <PersonAvatar name={nameOfTarget(target)} />
  return (
    <Avatar>
      <IconUsers />
    </Avatar>
  )
}

/**
 * The document a target's picture is, when its address is of the service behind this page's own origin: those are fetched
 * with the session. An address anywhere else is never loaded (service-facts.md § Embedded files).
 */
export function pictureDocument(image: string | null, origin: string): number | undefined {
  if (!image || !URL.canParse(image, origin)) return undefined
  const url = new URL(image, origin)
  if (url.origin !== origin) return undefined
  const id = /^\/api\/v2\/documents\/([1-9]\d{0,14})\/content$/.exec(url.pathname)?.[1]
  return id === undefined ? undefined : Number(id)
}
