import { Box, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { useFailureText } from './accessTexts.ts'
import type { ContentKind } from './contentInfo.ts'
import {
  type AccessRequest,
  classRolesFor,
  flagsOf,
  grantOf,
  type NewTarget,
  type Role,
  readsSubmissions,
  roles,
} from './grants.ts'
import { PeoplePicker } from './people/PeoplePicker.tsx'
import type { People } from './people/people.ts'
import type { PickedKey } from './people/pickerOptions.ts'
import type { OwnClass } from './people/useOwnClasses.ts'
import { type AccessState, getRequestKey, getTargetKey } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

type AddPeopleProps = {
  people: People
  /** Classes that can have access as a whole. */
  classes: readonly OwnClass[]
  rows: readonly Permission[]
  kind: ContentKind
  defaultRole: Role
  state: AccessState
  /** Resolves to true if the person or class has access afterwards. */
  onGrant: (request: Extract<AccessRequest, { kind: 'grant' }>) => Promise<boolean>
  onFieldFocus: () => void
}

export function AddPeople(props: AddPeopleProps) {
  const { people, classes, rows, kind, defaultRole, state, onGrant, onFieldFocus } = props
  const t = useT('access')
  const formatFailure = useFailureText()
  const tPeople = useT('people')
  const [selectedKeys, setSelectedKeys] = useState<readonly PickedKey[]>([])
  const hasAccess = (key: PickedKey) => grantOf(rows, toTarget(key)) !== undefined
  const selected = selectedKeys.filter(key => !hasAccess(key))
  const selectedClasses = selected.filter(({ kind: keyKind }) => keyKind === 'class')
  const [chosenRole, setChosenRole] = useState<Role>()
  const available = selectedClasses.length > 0 ? classRolesFor(kind) : roles
  const role = chosenRole && available.includes(chosenRole) ? chosenRole : defaultRole
  const field = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const nameOf = (id: number) => people.all.get(id)?.name ?? tPeople('byNumber', { id: String(id) })
  const nameOfKey = ({ kind: keyKind, id }: PickedKey) =>
    keyKind === 'person'
      ? nameOf(id)
      : (classes.find(one => one.id === id)?.title ?? tPeople('classNumber', { id: String(id) }))
  const isPending = (key: PickedKey) =>
    state.pending.some(request => getRequestKey(request) === getTargetKey(toTarget(key)))
  const isBusy = selected.some(isPending)

  const pupilNames = selected
    .filter(({ kind: keyKind, id }) => keyKind === 'person' && people.all.get(id)?.isTeacher === false)
    .map(({ id }) => nameOf(id))
  const [isConfirming, setConfirming] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (kind === 'homework' && pupilNames.length > 0 && readsSubmissions(flagsOf(role))) setConfirming(true)
    else grantToSelected()
  }
  const grantToSelected = () => {
    setConfirming(false)
    for (const key of selected) {
      void onGrant({ kind: 'grant', ...toTarget(key), flags: flagsOf(role) }).then(isGranted => {
        if (isGranted) setSelectedKeys(keys => keys.filter(other => other !== key))
      })
    }
    field.current?.focus()
  }
  const describeSubmit = () => {
    const count = selected.length
    if (selectedClasses.length === 0) return t('add.give', { count })
    return count === 1 ? t('add.giveClass') : t('add.giveAll', { count })
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      {isConfirming && (
        <ConfirmDialog
          title={t('pupilWrites.title', { name: pupilNames.join(', ') })}
          cancel={{ label: t('pupilWrites.stay'), run: () => setConfirming(false) }}
          confirm={{ label: t('pupilWrites.confirm'), run: grantToSelected }}
        >
          <p>{t('pupilWrites.lead')}</p>
        </ConfirmDialog>
      )}
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <PeoplePicker
          ref={field}
          people={people}
          classes={classes.filter(({ id }) => !hasAccess({ kind: 'class', id }))}
          selected={selected}
          nameOf={nameOf}
          getTakenReason={(id, name) =>
            hasAccess({ kind: 'person', id })
              ? tPeople(kind === 'chat' ? 'alreadyInChat' : 'already', { name })
              : undefined
          }
          isPending={id => isPending({ kind: 'person', id })}
          onSelect={setSelectedKeys}
          onFocus={onFieldFocus}
        />
        <Box flex="none" miw="5rem" maw="11rem">
          <RoleMenu
            role={role}
            label={t('add.role', { role: t(`role.${role}`) })}
            kind={kind}
            available={available}
            onChoose={setChosenRole}
          />
        </Box>
      </Group>
      {selected.length > 0 && (
        <>
          {selected.map(key => {
            const targetKey = getTargetKey(toTarget(key))
            const failure = state.failures.get(targetKey)
            return (
              failure && (
                <Notice key={targetKey} tone="danger" role="alert">
                  {t('add.refused', { name: nameOfKey(key), reason: formatFailure(failure) })}
                </Notice>
              )
            )
          })}
          <Group grow={isPhone}>
            <Button type="submit" variant="filled" aria-disabled={isBusy}>
              {isBusy ? t('saving') : describeSubmit()}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

const toTarget = ({ kind, id }: PickedKey): NewTarget =>
  kind === 'person' ? { userId: id } : { courseId: id }
