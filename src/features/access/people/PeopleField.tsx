import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { floatPlace } from '../../../ui/layout/FloatMenu.tsx'
import { PersonAvatar } from '../../../ui/Person.tsx'
import type { ContentKind } from '../content/useContentWords.ts'
import { findPeople, peopleAlready } from './knownPeople.ts'
import styles from './PeopleField.module.css'
import type { People } from './usePeople.ts'

type PeopleFieldProps = {
  people: People
  /** Chosen already, or in the list. */
  isTaken: (id: number) => boolean
  hasAccess: (id: number) => boolean
  kind: ContentKind
  onChoose: (id: number) => void
  /** The key in the empty field. */
  onBackspace: () => void
  onFocus: () => void
  ref: RefObject<HTMLInputElement | null>
}

/** A line in which people are found by typing, or by their number, and chosen with arrows and Enter. */
export function PeopleField({
  people,
  isTaken,
  hasAccess,
  kind,
  onChoose,
  onBackspace,
  onFocus,
  ref,
}: PeopleFieldProps) {
  const t = useT('access')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const combobox = useCombobox({ opened: open, onOpenedChange: setOpen })
  const found = open ? findPeople(people.all.values(), typed, isTaken) : []
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
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && !open) setOpen(true)
    else if (step !== 0 && found.length > 0) setAt((marked + step + found.length) % found.length)
    else if (event.key === 'Enter' && open) choose(found[marked])
    // With nothing typed and nothing open it is the form's: it adds who was chosen.
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
      {...floatPlace('top', 'bottom')}
      classNames={{
        dropdown: styles.dropdown ?? '',
        options: styles.list ?? '',
        option: styles.option ?? '',
      }}
    >
      {/* The keys are the form's, too: what is marked is a state, and so is who hears of it. */}
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
          // Escape closes the list first, and only then the drawer, whose listener is the window's.
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
      {/* The field keeps the focus. */}
      <Combobox.Dropdown onMouseDown={event => event.preventDefault()}>
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
              <span>
                <bdi>{person.name ?? t('add.byNumber', { id: String(person.id) })}</bdi>
              </span>
              <small>{about(person)}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {already.slice(0, alreadySaid).map(({ id: taken, name }) => (
          <p key={taken} className={styles.hint} role="status">
            {t(kind === 'chat' ? 'add.alreadyInChat' : 'add.already', { name })}
          </p>
        ))}
        {found.length === 0 && already.length === 0 && <p className={styles.hint}>{empty}</p>}
        {people.membersUnknown && <p className={styles.hint}>{t('add.noMembers')}</p>}
      </Combobox.Dropdown>
    </Combobox>
  )

  function about(person: { name: string | undefined; isTeacher?: boolean | undefined }): string {
    if (person.name === undefined) return t('add.number')
    if (person.isTeacher === undefined) return ''
    return t(person.isTeacher ? 'person.teacher' : 'person.pupil')
  }
}

/** Enough to recognise whom one meant. */
const alreadySaid = 3
