import {
  Box,
  Button,
  Combobox,
  Group,
  Pill,
  Stack,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Permission } from '../../contract/permissions.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { getPopoverPlacement } from '../../ui/layout/FloatMenu.tsx'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import { getOptionMove } from '../../ui/list/getOptionMove.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './Access.module.css'
import type { ContentKind } from './contentWords.ts'
import { type AccessRequest, flagsOf, grantOfPerson, type Role } from './grants.ts'
import { findPeople, type People, peopleAlready } from './people.ts'
import type { AccessState, Failure } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

type AddPeopleProps = {
  people: People
  rows: readonly Permission[]
  kind: ContentKind
  /** The usual role of people with access. It is preselected. */
  usual: Role
  state: AccessState
  /** ID of a person who is chosen at first. */
  toAdd: number | undefined
  reasonOf: (failure: Failure) => string
  /** Sends the request. Resolves to true if the person has access afterwards. */
  onGive: (request: Extract<AccessRequest, { kind: 'give' }>) => Promise<boolean>
  /** Called when the field gets the focus, so that possible people can be fetched. */
  onWanted: () => void
}

/** Form that chooses one or more people and gives them a role. */
export function AddPeople(props: AddPeopleProps) {
  const { people, rows, kind, usual, state, toAdd, reasonOf, onGive, onWanted } = props
  const t = useT('access')
  const [named, setNamed] = useState<readonly number[]>(toAdd === undefined ? [] : [toAdd])
  // People who have got access in the meantime can no longer be added.
  const hasAccess = (id: number) => grantOfPerson(rows, id) !== undefined
  const chosen = named.filter(id => !hasAccess(id))
  const [wanted, setRole] = useState<Role>()
  const role = wanted ?? usual
  const field = useRef<HTMLInputElement>(null)
  const onPhone = useIsPhone()
  const nameOf = (id: number) => people.all.get(id)?.name ?? t('add.byNumber', { id: String(id) })
  const waits = (id: number) =>
    state.waiting.some(request => request.kind === 'give' && request.userId === id)
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
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <PeopleField
          ref={field}
          people={people}
          kind={kind}
          hasAccess={hasAccess}
          isTaken={id => chosen.includes(id) || hasAccess(id)}
          onChoose={id => setNamed([...chosen.filter(other => other !== id), id])}
          onBackspace={() => setNamed(chosen.slice(0, -1))}
          onFocus={onWanted}
        />
        <Box flex="none" miw="5rem" maw="11rem">
          <RoleMenu
            role={role}
            label={t('add.role', { role: t(`role.${role}`) })}
            kind={kind}
            onChoose={setRole}
          />
        </Box>
      </Group>
      {chosen.length > 0 && (
        <>
          <Group component="ul" gap="xs" aria-label={t('add.chosen')}>
            {chosen.map(id => (
              <Box component="li" key={id} miw={0} maw="100%">
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
                  <Text component="bdi" inherit truncate>
                    {nameOf(id)}
                  </Text>
                </Pill>
              </Box>
            ))}
          </Group>
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
          <Group grow={onPhone}>
            <Button type="submit" variant="filled" aria-disabled={busy}>
              {busy ? t('saving') : t('add.give', { count: chosen.length })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

type PeopleFieldProps = {
  people: People
  /** Whether the person is chosen or has access. */
  isTaken: (id: number) => boolean
  hasAccess: (id: number) => boolean
  kind: ContentKind
  onChoose: (id: number) => void
  /** Called for Backspace in the empty field. */
  onBackspace: () => void
  onFocus: () => void
  ref: RefObject<HTMLInputElement | null>
}

/** Combobox that finds people by name or ID. Arrow keys and Enter choose one. */
function PeopleField(props: PeopleFieldProps) {
  const { people, isTaken, hasAccess, kind, onChoose, onBackspace, onFocus, ref } = props
  const t = useT('access')
  const id = useId()
  const language = useLocale()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const combobox = useCombobox({ opened: open, onOpenedChange: setOpen })
  const found = open ? findPeople(people.all.values(), typed, isTaken, language) : []
  const marked = Math.min(at, found.length - 1)
  const already = open ? peopleAlready(people.all.values(), typed, hasAccess) : []
  useEffect(() => {
    if (open) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, open, marked])

  const choose = (person: { id: number } | undefined) => {
    if (!person) return
    onChoose(person.id)
    setTyped('')
    setAt(0)
    setOpen(false)
    ref.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = getOptionMove(event.key, { index: marked, count: found.length })
    if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setOpen(true)
    else if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && open) choose(found[marked])
    // In the empty and closed field, Enter submits the form.
    else if (event.key === 'Enter' && typed !== '') setOpen(true)
    else if (event.key === 'Escape' && (open || typed !== '')) {
      setTyped('')
      setOpen(false)
      event.stopPropagation()
    } else {
      if (event.key === 'Backspace' && typed === '') onBackspace()
      return
    }
    event.preventDefault()
  }
  const empty = typed.trim() === '' ? t('add.nobody') : t('add.none', { text: typed.trim() })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={value => choose(found.find(({ id }) => String(id) === value))}
      withinPortal={false}
      dropdownPadding="var(--space-1)"
      {...getPopoverPlacement('top', 'bottom')}
      classNames={{
        dropdown: styles.people ?? '',
        options: styles.choices ?? '',
        option: styles.option ?? '',
      }}
    >
      {/* The form uses these keys, too. Keys and ARIA attributes are handled here. */}
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          classNames={{ root: styles.field ?? '' }}
          leftSection={<IconUserPlus aria-hidden />}
          ref={ref}
          role="combobox"
          aria-label={t('add.label')}
          placeholder={t('add.label')}
          aria-controls={`${id}-list`}
          aria-expanded={open}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          // Escape closes the list first, and then the drawer, which listens on the window.
          data-mantine-stop-propagation={open || typed !== '' ? 'true' : undefined}
          value={typed}
          onFocus={onFocus}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
            setOpen(true)
          }}
          onKeyDown={press}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">{open ? t('add.found', { count: found.length }) : ''}</VisuallyHidden>
      {/* Keep the focus in the field. */}
      <Combobox.Dropdown bd={0} bg="var(--paper-float)" onMouseDown={event => event.preventDefault()}>
        <Combobox.Options id={`${id}-list`} aria-label={t('add.list')}>
          {found.map((person, index) => (
            <Combobox.Option
              key={person.id}
              id={`${id}-${index}`}
              value={String(person.id)}
              tabIndex={-1}
              selected={index === marked}
              aria-selected={index === marked}
              onPointerMove={() => index !== marked && setAt(index)}
            >
              <PersonAvatar name={person.name ?? '#'} />
              <Text component="bdi" flex={1} miw={0} inherit truncate>
                {person.name ?? t('add.byNumber', { id: String(person.id) })}
              </Text>
              <Text span size="sm" c="dimmed">
                {about(person)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {already.slice(0, alreadySaid).map(({ id: taken, name }) => (
          <Text key={taken} {...hint} role="status">
            {t(kind === 'chat' ? 'add.alreadyInChat' : 'add.already', { name })}
          </Text>
        ))}
        {found.length === 0 && already.length === 0 && <Text {...hint}>{empty}</Text>}
        {people.membersUnknown && <Text {...hint}>{t('add.noMembers')}</Text>}
      </Combobox.Dropdown>
    </Combobox>
  )

  function about(person: { name: string | undefined; isTeacher?: boolean | undefined }): string {
    if (person.name === undefined) return t('add.number')
    if (person.isTeacher === undefined) return ''
    return t(person.isTeacher ? 'person.teacher' : 'person.pupil')
  }
}

const hint = { size: 'sm', p: 'sm', c: 'dimmed', style: { overflowWrap: 'anywhere' } } as const
/** Maximum number of matches with access that are named. */
const alreadySaid = 3
