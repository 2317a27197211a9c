import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { AccessOf } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { usePerson } from '../../ui/Person.tsx'
import styles from './AccessDrawer.module.css'
import { AddPeople } from './AddPeople.tsx'
import { useGrantWords, useReason } from './accessWords.ts'
import type { ContentKind, ContentWords } from './contentWords.ts'
import { GrantList } from './GrantList.tsx'
import {
  adminsOf,
  flagsOf,
  isPerson,
  mayManage,
  meaningOf,
  type Role,
  roleOf,
  useRoleMeans,
  type Wish,
} from './grants.ts'
import { LastAdminDialog, type LastAdminWish } from './LastAdminDialog.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { usePeople } from './people.ts'
import { createAccessWay, createAccessWrites } from './permissionWrites.ts'
import { useFocusKept } from './useFocusKept.ts'

type AccessListProps = {
  of: AccessOf
  content: ContentWords
  rows: readonly Permission[]
  unreadable: number
  /** Why the list could not be read again: what is shown may be old. */
  stale: Error | undefined
  gone: (said: string) => void
}

/** A question that stands over the list. `ask`: what can't be taken back by who does it. */
type Question =
  | { kind: 'last'; wish: LastAdminWish; grant: Permission }
  | { kind: 'ask'; what: 'leaving' | 'stepDown' | 'removeGroup'; wish: LastAdminWish; grant: Permission }

const legend: readonly Role[] = ['read', 'write', 'admin']

/** The list of who has access with all that can be done to it, as far as the reader may. */
export function AccessList(props: AccessListProps) {
  const { of, content, rows, unreadable, stale, gone } = props
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const me = usePerson().id
  const { writes, state } = useAccessWrites(of)
  const [wanted, setWanted] = useState(false)
  const people = usePeople(content.courseId, wanted)
  const words = useGrantWords(people.all)
  const reasonOf = useReason(content.kind, of.field)
  const means = useRoleMeans(content.kind)
  const [question, setQuestion] = useState<Question>()
  const [removed, setRemoved] = useState<Permission>()
  const [said, setSaid] = useState('')
  const manages = mayManage(rows, me)
  const admins = adminsOf(rows)
  const isOwn = (grant: Permission) => targetUserId(grant.target) === me
  const { kind, short: name } = content
  const list = useRef<HTMLUListElement>(null)
  const focusKept = useFocusKept(list)

  const answer = () => {
    // Halfway through a hand-over nobody leaves it unseen.
    if (writes.state().handing) return
    setQuestion(undefined)
  }
  /** Asks first where it can't be taken back; everything else is done at once. */
  const wish = (asked: Wish) => {
    setRemoved(undefined)
    setSaid('')
    if (asked.kind === 'give' || asked.kind === 'delete') return void run(asked)
    const grant = rows.find(({ id }) => id === asked.grantId)
    const meaning = meaningOf(rows, asked, me)
    if (!grant || meaning === 'nothing') return
    if (meaning === 'lastAdmin') setQuestion({ kind: 'last', wish: asked, grant })
    else if (meaning === 'ownExit') setQuestion({ kind: 'ask', what: 'leaving', wish: asked, grant })
    else if (meaning === 'ownDemotion') setQuestion({ kind: 'ask', what: 'stepDown', wish: asked, grant })
    else if (asked.kind === 'remove' && !isPerson(grant.target)) {
      setQuestion({ kind: 'ask', what: 'removeGroup', wish: asked, grant })
    } else void run(asked)
  }
  const run = async (asked: Wish) => {
    const before = asked.kind === 'give' ? undefined : rows.find(({ id }) => id === asked.grantId)
    const outcome = await writes.ask(asked, rows)
    if (outcome.kind === 'lastAdmin' && before && (asked.kind === 'change' || asked.kind === 'remove')) {
      setQuestion({ kind: 'last', wish: asked, grant: before })
    }
    if (outcome.kind !== 'done') return outcome
    if (asked.kind === 'change' && before) {
      setSaid(t('changed', { name: words.nameOf(before), role: t(`role.${roleOf(asked.flags)}`) }))
    } else if (asked.kind === 'remove' && before) {
      if (isOwn(before)) gone(t('gone.left', { name }))
      else setRemoved(before)
    } else if (asked.kind === 'give') setSaid(t('gave', { count: 1 }))
    return outcome
  }
  const again =
    state.stopped?.wishes
      // The name was typed before another list: it is asked for anew.
      .map((asked): Wish => (asked.kind === 'delete' ? { ...asked, kind: 'remove' } : asked))
      .filter(asked => meaningOf(rows, asked, me) !== 'nothing') ?? []
  const giveBack = (grant: Permission) => {
    const userId = targetUserId(grant.target)
    setRemoved(undefined)
    if (userId !== undefined) void run({ kind: 'give', userId, flags: flagsOf(roleOf(grant)) })
  }

  return (
    <div className={styles.inside} {...focusKept}>
      {manages && (
        <AddPeople
          people={people}
          rows={rows}
          kind={kind}
          // Whoever is in a chat writes in it, but for a broadcast.
          usual={content.membersWrite ? 'write' : 'read'}
          state={state}
          reasonOf={reasonOf}
          onWanted={() => setWanted(true)}
          onGive={async asked => {
            setRemoved(undefined)
            const outcome = await run(asked)
            return outcome.kind === 'done' || outcome.kind === 'nothing'
          }}
        />
      )}
      {!manages && (
        <div className={styles.above}>
          <Notice>
            {admins.length > 0
              ? t('readOnly.named', { names: admins.map(words.nameOf).join(', ') })
              : t('readOnly.unnamed')}
          </Notice>
        </div>
      )}
      {state.stopped && (
        <Meanwhile
          changes={state.stopped.changes}
          words={words}
          goOn={
            again.length > 0
              ? () => {
                  writes.forget()
                  for (const asked of again) wish(asked)
                }
              : undefined
          }
          leave={() => writes.forget()}
        />
      )}
      {stale && (
        <div className={styles.above}>
          <Notice tone="stale">{errorSentence(stale, tErrors, format.time)}</Notice>
        </div>
      )}
      {unreadable > 0 && (
        <div className={styles.above}>
          <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>
        </div>
      )}
      <GrantList
        list={list}
        rows={rows}
        kind={kind}
        words={words}
        manages={manages}
        onWish={wish}
        state={state}
        reasonOf={reasonOf}
      />
      <div role="status">
        {removed && (
          <div className={styles.notice}>
            <Notice
              tone="ok"
              {...(isPerson(removed.target) && {
                action: { label: t('giveBack'), run: () => giveBack(removed) },
              })}
            >
              {t('removed', { name: words.nameOf(removed) })}
            </Notice>
          </div>
        )}
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
      {admins.length === 1 && admins[0] && isOwn(admins[0]) && (
        <div className={styles.notice}>
          <Notice tone="warn">{t('onlyAdmin', { one: t(`one.${kind}`) })}</Notice>
        </div>
      )}
      <div className={styles.spring} />
      <dl className={styles.roles}>
        {legend.map(role => (
          <div key={role}>
            <dt>{t(`role.${role}`)}</dt>
            <dd>{means(role)}</dd>
          </div>
        ))}
      </dl>
      {question?.kind === 'ask' && (
        <AskFirst
          what={question.what}
          name={words.nameOf(question.grant)}
          kind={kind}
          close={answer}
          run={() => {
            answer()
            void run(question.wish)
          }}
        />
      )}
      {question?.kind === 'last' && (
        <LastAdminDialog
          of={of}
          content={content}
          rows={rows}
          last={question.grant}
          wish={question.wish}
          words={words}
          people={people.all}
          writes={writes}
          handing={state.handing}
          reasonOf={reasonOf}
          close={answer}
          onDeleted={() => gone(t('gone.deleted', { name }))}
          onLeft={heir =>
            gone(heir ? t('gone.handedOver', { heir: heir.name, name }) : t('gone.left', { name }))
          }
        />
      )}
    </div>
  )
}

/** The writes about one piece of content, and how far they are. Mount anew for another content. */
function useAccessWrites(of: AccessOf) {
  const client = useQueryClient()
  const { id } = usePerson()
  const [writes] = useState(() => createAccessWrites(createAccessWay(client, of), id))
  const state = useSyncExternalStore(writes.subscribe, writes.state)
  return { writes, state }
}

type AskFirstProps = {
  /** What can't be taken back by who does it. */
  what: 'leaving' | 'stepDown' | 'removeGroup'
  name: string
  kind: ContentKind
  run: () => void
  close: () => void
}

/** Says what something means before it is done. */
function AskFirst({ what, name, kind, run, close }: AskFirstProps) {
  const t = useT('access')
  const stay = what === 'removeGroup' ? t('removeGroup.keep') : t(`${what}.stay`)
  return (
    <ConfirmDialog
      title={t(`${what}.title`, { name })}
      keep={{ label: stay, run: close }}
      confirm={{ label: t(`${what}.confirm`), run }}
    >
      <p>{lead()}</p>
    </ConfirmDialog>
  )

  function lead(): string {
    if (what !== 'leaving') return t(`${what}.lead`)
    return t(`leaving.lead.${kind === 'homework' || kind === 'chat' ? kind : 'other'}`)
  }
}
