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
import type { ContentKind } from './contentInfo.ts'
import { type AccessRequest, flagsOf, grantOfPerson, type Role } from './grants.ts'
import { findPeople, findPeopleWithAccess, type People } from './people.ts'
import type { AccessState, Failure } from './permissionWrites.ts'
import { RoleMenu } from './RoleMenu.tsx'

type AddPeopleProps = {
  people: People
  rows: readonly Permission[]
  kind: ContentKind
  defaultRole: Role
  state: AccessState
  preselectedUserId: number | undefined
  formatFailure: (failure: Failure) => string
  /** Resolves to true if the person has access afterwards. */
  onGrant: (request: Extract<AccessRequest, { kind: 'grant' }>) => Promise<boolean>
  onFieldFocus: () => void
}

export function AddPeople(props: AddPeopleProps) {
  const { people, rows, kind, defaultRole, state, preselectedUserId, formatFailure, onGrant, onFieldFocus } =
    props
  const t = useT('access')
  const [selectedIds, setSelectedIds] = useState<readonly number[]>(
    preselectedUserId === undefined ? [] : [preselectedUserId],
  )
  const hasAccess = (id: number) => grantOfPerson(rows, id) !== undefined
  const selected = selectedIds.filter(id => !hasAccess(id))
  const [chosenRole, setChosenRole] = useState<Role>()
  const role = chosenRole ?? defaultRole
  const field = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const nameOf = (id: number) => people.all.get(id)?.name ?? t('add.byNumber', { id: String(id) })
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
        <PeopleField
          ref={field}
          people={people}
          kind={kind}
          hasAccess={hasAccess}
          isTaken={id => selected.includes(id) || hasAccess(id)}
          onChoose={id => setSelectedIds([...selected.filter(other => other !== id), id])}
          onBackspace={() => setSelectedIds(selected.slice(0, -1))}
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
          <Group component="ul" gap="xs" aria-label={t('add.chosen')}>
            {selected.map(id => (
              <Box component="li" key={id} miw={0} maw="100%">
                <Pill
                  c={isPending(id) ? 'dimmed' : 'inherit'}
                  withRemoveButton
                  removeButtonProps={{
                    'aria-hidden': false,
                    iconSize: 15,
                    'aria-label': t('add.takeOut', { name: nameOf(id) }),
                    tabIndex: 0,
                  }}
                  onRemove={() => {
                    deselect(id)
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

type PeopleFieldProps = {
  people: People
  /** Selected, or has access. */
  isTaken: (id: number) => boolean
  hasAccess: (id: number) => boolean
  kind: ContentKind
  onChoose: (id: number) => void
  onBackspace: () => void
  onFocus: () => void
  ref: RefObject<HTMLInputElement | null>
}

function PeopleField(props: PeopleFieldProps) {
  const { people, isTaken, hasAccess, kind, onChoose, onBackspace, onFocus, ref } = props
  const t = useT('access')
  const id = useId()
  const language = useLocale()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  const matches = isOpen ? findPeople(people.all.values(), text, isTaken, language) : []
  const activeIndex = Math.min(index, matches.length - 1)
  const matchesWithAccess = isOpen ? findPeopleWithAccess(people.all.values(), text, hasAccess) : []
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeIndex])

  const choose = (person: { id: number } | undefined) => {
    if (!person) return
    onChoose(person.id)
    setText('')
    setIndex(0)
    setIsOpen(false)
    ref.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = getOptionMove(event.key, { index: activeIndex, count: matches.length })
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setIsOpen(true)
    else if (next !== undefined) setIndex(next)
    else if (event.key === 'Enter' && isOpen) choose(matches[activeIndex])
    // In the empty and closed field, Enter submits the form.
    else if (event.key === 'Enter' && text !== '') setIsOpen(true)
    else if (event.key === 'Escape' && (isOpen || text !== '')) {
      setText('')
      setIsOpen(false)
      event.stopPropagation()
    } else {
      if (event.key === 'Backspace' && text === '') onBackspace()
      return
    }
    event.preventDefault()
  }
  const emptyText = text.trim() === '' ? t('add.nobody') : t('add.none', { text: text.trim() })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={value => choose(matches.find(({ id }) => String(id) === value))}
      withinPortal={false}
      dropdownPadding="var(--space-1)"
      {...getPopoverPlacement('top', 'bottom')}
      classNames={{
        dropdown: styles.people ?? '',
        options: styles.choices ?? '',
        option: styles.option ?? '',
      }}
    >
      {/* The form uses these keys, too, so they are handled here. */}
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          classNames={{ root: styles.field ?? '' }}
          leftSection={<IconUserPlus aria-hidden />}
          ref={ref}
          role="combobox"
          aria-label={t('add.label')}
          placeholder={t('add.label')}
          aria-controls={`${id}-list`}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? `${id}-${activeIndex}` : undefined}
          autoComplete="off"
          spellCheck={false}
          // Escape closes the list first, and then the drawer, which listens on the window.
          data-mantine-stop-propagation={isOpen || text !== '' ? 'true' : undefined}
          value={text}
          onFocus={onFocus}
          onBlur={() => setIsOpen(false)}
          onClick={() => setIsOpen(true)}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setIndex(0)
            setIsOpen(true)
          }}
          onKeyDown={handleKeyDown}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">{isOpen ? t('add.found', { count: matches.length }) : ''}</VisuallyHidden>
      {/* Keep the focus in the field. */}
      <Combobox.Dropdown bd={0} bg="var(--paper-float)" onMouseDown={event => event.preventDefault()}>
        <Combobox.Options id={`${id}-list`} aria-label={t('add.list')}>
          {matches.map((person, index) => (
            <Combobox.Option
              key={person.id}
              id={`${id}-${index}`}
              value={String(person.id)}
              tabIndex={-1}
              selected={index === activeIndex}
              aria-selected={index === activeIndex}
              onPointerMove={() => index !== activeIndex && setIndex(index)}
            >
              <PersonAvatar name={person.name ?? '#'} />
              <Text component="bdi" flex={1} miw={0} inherit truncate>
                {person.name ?? t('add.byNumber', { id: String(person.id) })}
              </Text>
              <Text span size="sm" c="dimmed">
                {getRoleText(person)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {matchesWithAccess.slice(0, maxMatchesWithAccess).map(({ id, name }) => (
          <Text key={id} {...hint} role="status">
            {t(kind === 'chat' ? 'add.alreadyInChat' : 'add.already', { name })}
          </Text>
        ))}
        {matches.length === 0 && matchesWithAccess.length === 0 && <Text {...hint}>{emptyText}</Text>}
        {people.membersUnknown && <Text {...hint}>{t('add.noMembers')}</Text>}
      </Combobox.Dropdown>
    </Combobox>
  )

  function getRoleText(person: { name: string | undefined; isTeacher?: boolean | undefined }): string {
    if (person.name === undefined) return t('add.number')
    if (person.isTeacher === undefined) return ''
    return t(person.isTeacher ? 'person.teacher' : 'person.pupil')
  }
}

const hint = { size: 'sm', p: 'sm', c: 'dimmed', style: { overflowWrap: 'anywhere' } } as const
const maxMatchesWithAccess = 3
