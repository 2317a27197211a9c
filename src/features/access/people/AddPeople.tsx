import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import { Button, Pill } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PersonAvatar } from '../../../ui/Person.tsx'
import type { ContentKind } from '../content/useContentWords.ts'
import { grantOfPerson } from '../grants.ts'
import type { Wish } from '../guard.ts'
import { RoleMenu } from '../list/RoleMenu.tsx'
import type { AccessState, Failure } from '../permissionWrites.ts'
import { flagsOf, type Role } from '../roles.ts'
import styles from './AddPeople.module.css'
import { PeopleField } from './PeopleField.tsx'
import type { People } from './usePeople.ts'

type AddPeopleProps = {
  people: People
  rows: readonly Permission[]
  kind: ContentKind
  /** What most who have access do with it: the role that is offered first. */
  usual: Role
  state: AccessState
  reasonOf: (failure: Failure) => string
  /** Asks for one; true once there is nothing left to do about it. */
  onGive: (wish: Extract<Wish, { kind: 'give' }>) => Promise<boolean>
  /** Somebody is about to be named: who else there is may be asked for. */
  onWanted: () => void
}

/** Chooses people, several at once, and gives them a role: the usual one, unless another was chosen. */
export function AddPeople({ people, rows, kind, usual, state, reasonOf, onGive, onWanted }: AddPeopleProps) {
  const t = useT('access')
  const [named, setNamed] = useState<readonly number[]>([])
  // Whoever came into the list meanwhile, by whatever way, is not to be added any more.
  const chosen = named.filter(id => grantOfPerson(rows, id) === undefined)
  const [wanted, setRole] = useState<Role>()
  const role = wanted ?? usual
  const field = useRef<HTMLInputElement>(null)
  const nameOf = (id: number) => people.all.get(id)?.name ?? t('add.byNumber', { id: String(id) })
  const waits = (id: number) => state.waiting.some(wish => wish.kind === 'give' && wish.userId === id)
  const busy = chosen.some(waits)
  const takeOut = (id: number) => setNamed(ids => ids.filter(other => other !== id))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    for (const userId of chosen) {
      void onGive({ kind: 'give', userId, flags: flagsOf(role) }).then(isOver => {
        if (isOver) takeOut(userId)
      })
    }
    field.current?.focus()
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <div className={styles.line}>
        <PeopleField
          ref={field}
          people={people}
          kind={kind}
          hasAccess={id => grantOfPerson(rows, id) !== undefined}
          isTaken={id => chosen.includes(id) || grantOfPerson(rows, id) !== undefined}
          onChoose={id => setNamed([...chosen.filter(other => other !== id), id])}
          onBackspace={() => setNamed(chosen.slice(0, -1))}
          onFocus={onWanted}
        />
        <div className={styles.role}>
          <RoleMenu
            role={role}
            label={t('add.role', { role: t(`role.${role}`) })}
            kind={kind}
            onChoose={setRole}
          />
        </div>
      </div>
      {chosen.length > 0 && (
        <>
          <ul className={styles.chosen} aria-label={t('add.chosen')}>
            {chosen.map(id => (
              <li key={id}>
                <Pill
                  c={waits(id) ? 'dimmed' : 'inherit'}
                  withRemoveButton
                  removeButtonProps={{
                    'aria-hidden': false,
                    iconSize: 15,
                    'aria-label': t('add.takeOut', { name: nameOf(id) }),
                    tabIndex: 0,
                  }}
                  onRemove={() => {
                    takeOut(id)
                    field.current?.focus()
                  }}
                >
                  <PersonAvatar name={people.all.get(id)?.name ?? '#'} />
                  <bdi>{nameOf(id)}</bdi>
                </Pill>
              </li>
            ))}
          </ul>
          {chosen.map(id => {
            const failure = state.failures.get(`person ${id}`)
            return (
              failure && (
                <Notice key={id} tone="danger" role="alert">
                  {t('add.refused', { name: nameOf(id), reason: reasonOf(failure) })}
                </Notice>
              )
            )
          })}
          <div className={styles.give}>
            <Button type="submit" variant="filled" aria-disabled={busy}>
              {busy ? t('saving') : t('add.give', { count: chosen.length })}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
