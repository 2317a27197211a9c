import { Combobox, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useLocale } from 'use-intl'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useT } from '../../../i18n/useT.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { getPopoverPlacement } from '../../../ui/layout/FloatMenu.tsx'
import { getOptionMove } from '../../../ui/list/getOptionMove.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { matchPupils } from './matchPupils.ts'
import styles from './Papers.module.css'

type PupilFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** Pupils that can be chosen. */
  entries: readonly SubmissionEntry[]
  selected: SubmissionEntry | undefined
  /** IDs of pupils whose name another pupil has, too. */
  namesakes: ReadonlySet<number>
  isReadOnly: boolean
  onSelect: (pupilId: number | null) => void
  /** Called on Enter. */
  onNext: () => void
}

const maxOptions = 50

/** Field for the name of a pupil. Enter and Tab take the first pupil whose name begins with the typed text. */
export function PupilField(props: PupilFieldProps) {
  const { ref, label, entries, selected, namesakes, isReadOnly, onSelect, onNext } = props
  const t = useT('papers')
  const id = useId()
  const language = useLocale()
  /** Undefined while the field shows the chosen pupil. */
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setIsOpen })
  // The chosen pupil can be found again while another name is typed.
  const available = selected ? [...entries, selected] : entries
  const entryById = new Map(available.map(entry => [entry.user.id, entry]))
  const find = () =>
    matchPupils(
      available.map(({ user }) => user),
      typed ?? '',
      language,
    )
  const all = isOpen ? find() : []
  const matches = all.slice(0, maxOptions)
  const activeIndex = Math.min(index, matches.length - 1)
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeIndex])

  const formatName = ({ user }: SubmissionEntry) =>
    namesakes.has(user.id)
      ? `${sanitizeName(user.name)}, ${t('pupil.number', { id: String(user.id) })}`
      : sanitizeName(user.name)
  const close = () => {
    setTyped(undefined)
    setIsOpen(false)
    setIndex(0)
  }
  const choose = (pupil: { id: number } | undefined) => {
    if (!pupil) return false
    if (pupil.id !== selected?.user.id) onSelect(pupil.id)
    close()
    return true
  }
  /** Takes the typed text. Returns false if it fits no pupil. */
  const takeTyped = (): boolean => {
    if (typed === undefined) return true
    if (typed.trim() !== '') return choose(isOpen ? matches[activeIndex] : find()[0])
    if (selected) onSelect(null)
    close()
    return true
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = getOptionMove(event.key, { index: activeIndex, count: matches.length })
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setIsOpen(!isReadOnly)
    else if (next !== undefined) setIndex(next)
    else if (event.key === 'Enter') {
      // With the arrow keys, a pupil is chosen without typing.
      const isTaken = isOpen && typed === undefined ? choose(matches[activeIndex]) : takeTyped()
      if (isTaken && !event.repeat) onNext()
    } else if (event.key === 'Escape') {
      if (isOpen || typed !== undefined) close()
      else ref.current?.blur()
    } else {
      if (event.key === 'Tab' && typed !== undefined) takeTyped()
      return
    }
    event.preventDefault()
  }
  const isUnknown = typed !== undefined && typed.trim() !== '' && !isOpen
  const describe = ({ submission }: SubmissionEntry) => {
    if (submission.is_corrected) return t('pupil.returned')
    return t(submission.is_submitted ? 'pupil.handedIn' : 'pupil.notHandedIn')
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={value => {
        if (choose({ id: Number(value) })) onNext()
      }}
      withinPortal={false}
      dropdownPadding="var(--space-1)"
      {...getPopoverPlacement('top-start', 'bottom-start')}
      position="bottom-start"
      width="max-content"
      classNames={{
        dropdown: styles.dropdown ?? '',
        options: styles.options ?? '',
        option: styles.option ?? '',
      }}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          ref={ref}
          className={styles.name ?? ''}
          role="combobox"
          aria-label={label}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? `${id}-${activeIndex}` : undefined}
          variant={isReadOnly ? 'unstyled' : 'default'}
          placeholder={t('part.pupilPlaceholder')}
          enterKeyHint="next"
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          translate="no"
          readOnly={isReadOnly}
          error={isUnknown && t('pupil.choose')}
          value={typed ?? (selected ? formatName(selected) : '')}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => {
            setIsOpen(false)
            // Leaving the field takes a name that only one pupil has.
            if (typed !== undefined && (typed.trim() === '' || find().length === 1)) takeTyped()
          }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setIndex(0)
            setIsOpen(true)
          }}
          onKeyDown={handleKeyDown}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">{isOpen ? t('pupil.found', { count: all.length }) : ''}</VisuallyHidden>
      {/* Keep the focus in the field. */}
      <Combobox.Dropdown bd={0} bg="var(--paper-float)" onMouseDown={event => event.preventDefault()}>
        <Combobox.Options id={`${id}-list`} aria-label={t('pupil.list')}>
          {matches.map((user, optionIndex) => {
            const entry = entryById.get(user.id)
            return (
              entry && (
                <Combobox.Option
                  key={user.id}
                  id={`${id}-${optionIndex}`}
                  value={String(user.id)}
                  tabIndex={-1}
                  selected={optionIndex === activeIndex}
                  aria-selected={optionIndex === activeIndex}
                  onPointerMove={() => optionIndex !== activeIndex && setIndex(optionIndex)}
                >
                  <Text component="bdi" flex={1} miw={0} inherit truncate translate="no">
                    {formatName(entry)}
                  </Text>
                  <Text span size="sm" c="dimmed">
                    {describe(entry)}
                  </Text>
                </Combobox.Option>
              )
            )
          })}
        </Combobox.Options>
        {isOpen && matches.length === 0 && (
          <Text size="sm" p="sm" c="dimmed">
            {t('pupil.none')}
          </Text>
        )}
        {all.length > matches.length && (
          <Text size="sm" p="sm" c="dimmed">
            {t('pupil.more')}
          </Text>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
