import { Box, Combobox, Pill, PillsInput, Text, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { useLocale } from 'use-intl'
import { useT } from '../../../i18n/useT.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { getPopoverPlacement } from '../../../ui/layout/FloatMenu.tsx'
import { getOptionMove } from '../../../ui/list/getOptionMove.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './PeoplePicker.module.css'
import { findTakenPeople, type People } from './people.ts'
import { getPickerOptions, type PickedKey, type PickerOption } from './pickerOptions.ts'
import type { OwnClass } from './useOwnClasses.ts'

type PeoplePickerProps = {
  ref: RefObject<HTMLInputElement | null>
  /** Above the field. By default, the field has a placeholder. */
  label?: string
  /** Name of the field in its form. */
  path?: string
  error?: ReactNode
  people: People
  classes?: readonly OwnClass[]
  selected: readonly PickedKey[]
  nameOf: (id: number) => string
  /** Why a person can't be chosen. Undefined if they can. */
  getTakenReason: (id: number, name: string) => string | undefined
  isPending?: (id: number) => boolean
  onSelect: (selected: readonly PickedKey[]) => void
  onFocus: () => void
}

const isSameKey = (one: PickedKey, other: PickedKey) => one.kind === other.kind && one.id === other.id

/** Field with a list of people and whole classes. The selected ones are chips in the field. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { ref, label, path, error, people, classes = [], selected, nameOf, getTakenReason, isPending } = props
  const { onSelect, onFocus } = props
  const t = useT('people')
  const id = useId()
  const language = useLocale()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  const isTaken = (userId: number) => getTakenReason(userId, '') !== undefined
  const isSelected = (key: PickedKey) => selected.some(other => isSameKey(other, key))
  const matches = isOpen
    ? getPickerOptions({ people: people.all, classes, text, isSelected, isTaken, language })
    : []
  const activeIndex = Math.min(index, matches.length - 1)
  const takenPeople = isOpen
    ? findTakenPeople(people.all.values(), text, isTaken).slice(0, maxTakenPeople)
    : []
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeIndex])

  const choose = (option: PickerOption | undefined) => {
    if (!option) return
    onSelect([...selected, { kind: option.kind, id: option.id }])
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
      if (event.key === 'Backspace' && text === '') onSelect(selected.slice(0, -1))
      return
    }
    event.preventDefault()
  }
  const describeClass = ({ title, members }: OwnClass) =>
    members ? t('classPeople', { named: title, count: members.length }) : title
  const describeKey = (key: PickedKey) => {
    if (key.kind === 'person') return nameOf(key.id)
    const found = classes.find(one => one.id === key.id)
    return found ? describeClass(found) : t('classNumber', { id: String(key.id) })
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={value => choose(matches.find(option => getOptionValue(option) === value))}
      withinPortal={false}
      dropdownPadding="var(--space-1)"
      {...getPopoverPlacement('top', 'bottom')}
      classNames={{
        dropdown: styles.dropdown ?? '',
        options: styles.options ?? '',
        option: styles.option ?? '',
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          className={styles.picker}
          classNames={{ input: styles.input ?? '' }}
          label={label}
          labelProps={{ htmlFor: `${id}-field` }}
          error={error}
          onClick={() => ref.current?.focus()}
        >
          <div className={styles.pills}>
            {label === undefined && selected.length === 0 && (
              <IconUserPlus aria-hidden className={styles.fieldIcon} />
            )}
            {selected.length > 0 && (
              <ul aria-label={t('chosen')} className={styles.chosen}>
                {selected.map(key => (
                  <Box component="li" key={`${key.kind}.${key.id}`} miw={0} maw="100%">
                    <Pill
                      className={styles.chip}
                      c={key.kind === 'person' && isPending?.(key.id) ? 'dimmed' : 'inherit'}
                      withRemoveButton
                      removeButtonProps={{
                        'aria-hidden': false,
                        iconSize: 15,
                        'aria-label': t('takeOut', { name: describeKey(key) }),
                        tabIndex: 0,
                      }}
                      onRemove={() => {
                        onSelect(selected.filter(other => !isSameKey(other, key)))
                        ref.current?.focus()
                      }}
                    >
                      {key.kind === 'class' ? (
                        <IconUsers aria-hidden />
                      ) : (
                        <PersonAvatar name={people.all.get(key.id)?.name ?? '#'} />
                      )}
                      <Text component="bdi" inherit truncate>
                        {describeKey(key)}
                      </Text>
                    </Pill>
                  </Box>
                ))}
              </ul>
            )}
            {/* The form uses these keys, too, so they are handled here. */}
            <Combobox.EventsTarget withKeyboardNavigation={false} withAriaAttributes={false}>
              <PillsInput.Field
                ref={ref}
                classNames={{ field: styles.field ?? '' }}
                data-path={path}
                id={`${id}-field`}
                role="combobox"
                aria-label={label ?? t('label')}
                placeholder={selected.length === 0 ? t('label') : undefined}
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
            </Combobox.EventsTarget>
          </div>
        </PillsInput>
      </Combobox.DropdownTarget>
      <VisuallyHidden role="status">{isOpen ? t('found', { count: matches.length }) : ''}</VisuallyHidden>
      {/* Keep the focus in the field. */}
      <Combobox.Dropdown bd={0} bg="var(--paper-float)" onMouseDown={event => event.preventDefault()}>
        <Combobox.Options id={`${id}-list`} aria-label={t('list')}>
          {matches.map((option, optionIndex) => (
            <Combobox.Option
              key={getOptionValue(option)}
              id={`${id}-${optionIndex}`}
              value={getOptionValue(option)}
              tabIndex={-1}
              selected={optionIndex === activeIndex}
              aria-selected={optionIndex === activeIndex}
              onPointerMove={() => optionIndex !== activeIndex && setIndex(optionIndex)}
            >
              <OptionContent option={option} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {takenPeople.map(({ id: userId, name }) => (
          <Text key={userId} {...hint} role="status">
            {getTakenReason(userId, name)}
          </Text>
        ))}
        {matches.length === 0 && takenPeople.length === 0 && (
          <Text {...hint}>{text.trim() === '' ? t('nobody') : t('none', { text: text.trim() })}</Text>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

const getOptionValue = ({ kind, id }: PickerOption) => `${kind}.${id}`

function OptionContent({ option }: { option: PickerOption }) {
  const t = useT('people')
  const getDetail = () => {
    if (option.kind === 'class') {
      if (option.members) return describeRoles(option.members)
      return option.isTarget ? '' : t('classLoading')
    }
    if (option.name === undefined) return t('number')
    if (option.isTeacher === undefined) return ''
    return t(option.isTeacher ? 'teacher' : 'pupil')
  }
  const describeRoles = (members: NonNullable<OwnClass['members']>) => {
    const teachers = members.filter(({ is_teacher }) => is_teacher).length
    return t('classRoles', { pupils: members.length - teachers, teachers })
  }
  const name = option.kind === 'class' ? option.title : option.name
  return (
    <>
      {option.kind === 'class' ? (
        <IconUsers aria-hidden className={styles.classIcon} />
      ) : (
        <PersonAvatar name={name ?? '#'} />
      )}
      {/* The roles of a class have the rest of the line, and a second line on phones. */}
      <Text component="bdi" flex={option.kind === 'class' ? '1 0 auto' : 1} miw={0} inherit truncate>
        {name ?? t('byNumber', { id: String(option.id) })}
      </Text>
      <Text span size="sm" c="dimmed" miw={0} lineClamp={2}>
        {getDetail()}
      </Text>
    </>
  )
}

const hint = { size: 'sm', p: 'sm', c: 'dimmed', style: { overflowWrap: 'anywhere' } } as const
const maxTakenPeople = 3
