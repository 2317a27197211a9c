import {
  IconBook2,
  IconCheck,
  IconChevronDown,
  IconFolder,
  IconMessage,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import type { AccessOf } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { PersonAvatar, usePerson } from '../../ui/Person.tsx'
import type { GrantWords } from './accessWords.ts'
import { type ContentWords, type Loss, useLosses } from './contentWords.ts'
import { DeleteOnPurpose } from './DeleteOnPurpose.tsx'
import { roleOf, type Wish } from './grants.ts'
import { type HeirChoice, heirsOf } from './heirs.ts'
import styles from './LastAdmin.module.css'
import type { KnownPerson } from './people.ts'
import type { AccessWrites, Failure, HandOverStep, Heir } from './permissionWrites.ts'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu, VisuallyHidden } from '@mantine/core'
import menu from '../../ui/menu.module.css'

/** What the last admin was about to do. */
export type LastAdminWish = Extract<Wish, { kind: 'change' | 'remove' }>

type LastAdminDialogProps = {
  of: AccessOf
  content: ContentWords
  rows: readonly Permission[]
  /** The grant that is the last with `is_admin`. */
  last: Permission
  wish: LastAdminWish
  words: GrantWords
  people: ReadonlyMap<number, KnownPerson>
  writes: AccessWrites
  handing: HandOverStep | undefined
  reasonOf: (failure: Failure) => string
  close: () => void
  onDeleted: () => void
  /** Somebody else is admin, and the last one has left. */
  onLeft: (heir: Heir | undefined) => void
}

const icons = {
  homework: IconBook2,
  handedIn: IconUpload,
  corrected: IconCheck,
  files: IconFolder,
  messages: IconMessage,
}
const iconOf = {
  homework: 'homework',
  chat: 'messages',
  lesson: 'homework',
  lessonContent: 'homework',
} as const

/** Stands between the last admin and the end of what they administer: hand it over, delete it on purpose, or nothing. */
export function LastAdminDialog(props: LastAdminDialogProps) {
  const { of, content, rows, last, wish, words, people, writes, handing, reasonOf, close } = props
  const t = useT('access')
  const me = usePerson().id
  const { kind } = content
  const losses = useLosses(of, content)
  const isOwn = targetUserId(last.target) === me
  const [failed, setFailed] = useState<{ at: HandOverStep; heir: Heir; reason: string }>()
  const [heir, setHeir] = useState<Heir>()
  const then = wish.kind === 'remove' ? 'leave' : wish.flags
  const itself: Loss = {
    icon: kind in iconOf ? iconOf[kind as keyof typeof iconOf] : 'files',
    text: content.name,
  }

  const hand = async (to: Heir) => {
    setHeir(to)
    setFailed(undefined)
    const handed = await writes.handOver(rows, last, to, then)
    if (handed.kind === 'done' && then === 'leave' && isOwn) return props.onLeft(to)
    if (handed.kind !== 'failed') return close()
    const { failure } = handed
    setFailed({ at: handed.at, heir: to, reason: failure.kind === 'notAdmin' ? '' : reasonOf(failure) })
  }
  /** The heir is admin by now: what is left is an ordinary wish, judged anew. */
  const leaveNow = async () => {
    const outcome = await writes.ask(wish, rows)
    if (outcome.kind === 'done' && wish.kind === 'remove' && isOwn) return props.onLeft(heir)
    if (outcome.kind === 'failed' && failed) setFailed({ ...failed, reason: reasonOf(outcome.failure) })
    else if (outcome.kind !== 'ignored') close()
  }
  const handedHalf = failed?.at === 'leaving'
  const ways = wish.kind === 'change' ? 'handOverStay' : isOwn ? 'handOver' : 'handOverOther'
  return (
    <Dialog
      title={t(wish.kind === 'remove' && isOwn ? 'last.leave' : 'last.demote', { this: t(`this.${kind}`) })}
      onEscape={close}
    >
      <p className={styles.lead}>
        {isOwn ? t('last.leadOwn') : t('last.lead', { name: words.nameOf(last) })}
      </p>
      <ul className={styles.lost}>
        {[itself, ...losses].map(({ icon, text }) => {
          const Icon = icons[icon]
          return (
            <li key={text}>
              <Icon aria-hidden />
              <span>{text}</span>
            </li>
          )
        })}
      </ul>
      {!handedHalf && (
        <>
          <HandOver
            title={t(`last.${ways}`, {
              role: wish.kind === 'change' ? t(`role.${roleOf(wish.flags)}`) : '',
            })}
            heirs={heirsOf(rows, last, people, words.nameOf)}
            busy={handing !== undefined}
            onHand={to => void hand(to)}
          />
          {handing === undefined && (
            <DeleteOnPurpose
              content={content}
              of={of}
              remove={() => writes.ask({ kind: 'delete', grantId: last.id }, rows)}
              reasonOf={reasonOf}
              onDeleted={props.onDeleted}
              onStopped={close}
            />
          )}
        </>
      )}
      {handing && heir && (
        <div className={styles.said}>
          <Notice role="status">{t(`last.steps.${handing}`, { name: heir.name })}</Notice>
        </div>
      )}
      {failed && !handing && (
        <div className={styles.said}>
          <Notice tone={handedHalf ? 'warn' : 'danger'} role="alert">
            {t(`last.failed.${failed.at}`, { name: failed.heir.name, reason: failed.reason })}
          </Notice>
        </div>
      )}
      <div className={styles.foot}>
        {handedHalf && wish.kind === 'remove' && (
          <Button onClick={() => void leaveNow()}>{t('last.again')}</Button>
        )}
        <Button aria-disabled={handing !== undefined} data-autofocus onClick={() => !handing && close()}>
          {handedHalf ? t('last.done') : t('last.keep')}
        </Button>
      </div>
    </Dialog>
  )
}

type HandOverProps = {
  title: string
  heirs: readonly HeirChoice[]
  busy: boolean
  onHand: (heir: Heir) => void
}

/** Makes somebody else admin first. Proposed is a colleague who has access already, and nobody else. */
function HandOver({ title, heirs, busy, onHand }: HandOverProps) {
  const t = useT('access')
  const [key, setKey] = useState<string>()
  const proposed = heirs.find(({ role, isTeacher }) => role !== undefined && isTeacher === true)
  const chosen = heirs.find(choice => choice.key === key) ?? proposed
  return (
    <fieldset className={styles.way} aria-label={title}>
      <h3>{title}</h3>
      {heirs.length === 0 ? (
        <p className={styles.hint}>{t('last.nobody')}</p>
      ) : (
        <div className={styles.row}>
          <HeirMenu heirs={heirs} chosen={chosen} disabled={busy} onChoose={choice => setKey(choice.key)} />
          <Button
            variant="filled"
            aria-disabled={busy || !chosen}
            onClick={() => !busy && chosen && onHand(chosen.heir)}
          >
            {t('last.hand')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type HeirMenuProps = {
  heirs: readonly HeirChoice[]
  chosen: HeirChoice | undefined
  disabled: boolean
  onChoose: (choice: HeirChoice) => void
}

/** Who becomes admin, as a button; behind it everybody it can be. */
function HeirMenu({ heirs, chosen, disabled, onChoose }: HeirMenuProps) {
  const t = useT('access')
  const becomes = ({ role }: HeirChoice) =>
    role ? t('last.becomes', { role: t(`role.${role}`) }) : t('last.becomesNew')
  return (
    <Menu
      width="target"
      position="bottom-start"
      disabled={disabled}
      hideDetached={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: `${menu.dropdown} ${styles.dropdown}`, item: menu.item ?? '' }}
    >
      <Menu.Target>
        <Button
          className={styles.pick ?? ''}
          aria-disabled={disabled}
          rightSection={<IconChevronDown aria-hidden />}
        >
          <VisuallyHidden>{t('last.heir', { name: '' })} </VisuallyHidden>
          {chosen ? (
            <>
              <PersonAvatar name={chosen.heir.name} />
              <bdi>{chosen.heir.name}</bdi> <small>{becomes(chosen)}</small>
            </>
          ) : (
            <span className={styles.choose}>{t('last.choose')}</span>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen?.key ?? ''}
          onChange={key => {
            const choice = heirs.find(each => each.key === key)
            if (choice) onChoose(choice)
          }}
        >
          {heirs.map(choice => (
            <Menu.RadioItem
              key={choice.key}
              value={choice.key}
              closeMenuOnClick
              checkIcon={<IconCheck aria-hidden />}
              data-autofocus={choice.key === chosen?.key || undefined}
            >
              <bdi>{choice.heir.name}</bdi> <small>{becomes(choice)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
