import { Box, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import type { ContentKind } from './contentInfo.ts'
import { type AccessRequest, flagsOf, grantOfPerson, type Role } from './grants.ts'
import { PeoplePicker } from './people/PeoplePicker.tsx'
import type { People } from './people/people.ts'
import type { AccessState, Failure } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

type AddPeopleProps = {
  people: People
  rows: readonly Permission[]
  kind: ContentKind
  defaultRole: Role
  state: AccessState
  formatFailure: (failure: Failure) => string
  /** Resolves to true if the person has access afterwards. */
  onGrant: (request: Extract<AccessRequest, { kind: 'grant' }>) => Promise<boolean>
  onFieldFocus: () => void
}

export function AddPeople(props: AddPeopleProps) {
  const { people, rows, kind, defaultRole, state, formatFailure, onGrant, onFieldFocus } = props
  const t = useT('access')
  const tPeople = useT('people')
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([])
  const hasAccess = (id: number) => grantOfPerson(rows, id) !== undefined
  const selected = selectedIds.filter(id => !hasAccess(id))
  const [chosenRole, setChosenRole] = useState<Role>()
  const role = chosenRole ?? defaultRole
  const field = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const nameOf = (id: number) => people.all.get(id)?.name ?? tPeople('byNumber', { id: String(id) })
  const isPending = (id: number) =>
    state.pending.some(request => request.kind === 'grant' && request.userId === id)
  const isBusy = selected.some(isPending)
  const deselect = (id: number) => setSelectedIds(ids => ids.filter(other => other !== id))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    for (const userId of selected) {
      void onGrant({ kind: 'grant', userId, flags: flagsOf(role) }).then(isGranted => {
        if (isGranted) deselect(userId)
      })
    }
    field.current?.focus()
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <PeoplePicker
          ref={field}
          people={people}
          selected={selected.map(id => ({ kind: 'person', id }))}
          nameOf={nameOf}
          getTakenReason={(id, name) =>
            hasAccess(id) ? tPeople(kind === 'chat' ? 'alreadyInChat' : 'already', { name }) : undefined
          }
          isPending={isPending}
          onSelect={keys => setSelectedIds(keys.map(({ id }) => id))}
          onFocus={onFieldFocus}
        />
        <Box flex="none" miw="5rem" maw="11rem">
          <RoleMenu
            role={role}
            label={t('add.role', { role: t(`role.${role}`) })}
            kind={kind}
            onChoose={setChosenRole}
          />
        </Box>
      </Group>
      {selected.length > 0 && (
        <>
          {selected.map(id => {
            const failure = state.failures.get(`person ${id}`)
            return (
              failure && (
                <Notice key={id} tone="danger" role="alert">
                  {t('add.refused', { name: nameOf(id), reason: formatFailure(failure) })}
                </Notice>
              )
            )
          })}
          <Group grow={isPhone}>
            <Button type="submit" variant="filled" aria-disabled={isBusy}>
              {isBusy ? t('saving') : t('add.give', { count: selected.length })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
