import { Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSetting } from '../../../api/settings/setting.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { getPopoverPlacement } from '../../../ui/layout/FloatMenu.tsx'
import { FloatTarget, useOpenedOnMount } from '../../../ui/layout/FloatTarget.tsx'
import { getOptionMove } from '../../../ui/list/getOptionMove.ts'
import styles from './Correction.module.css'
import { deletePhrase, isDeletedPhrase, phraseSetting, restorePhrase } from './phraseSetting.ts'
import { collectPhrases, findPhrases, mergePhrases, type Phrase, rankPhrases } from './phrases.ts'

type PhrasesProps = {
  /** Returns the button that opens the list. */
  anchor: () => HTMLElement | null
  onClose: () => void
  onChoose: (phrase: string) => void
}

const maxRows = 50

/** Searchable list of the user's phrases, as a popover at its button. */
export function Phrases({ anchor, onClose, onChoose }: PhrasesProps) {
  const t = useT('correction')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [highlighted, setHighlighted] = useState(0)
  const activeRef = useRef<HTMLDivElement>(null)
  const isOpened = useOpenedOnMount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option changes with these.
  useEffect(() => {
    activeRef.current?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, typed])

  const all = usePhrases()
  const found = findPhrases(all, typed).slice(0, maxRows)
  const activeIndex = Math.min(highlighted, found.length - 1)
  const client = useQueryClient()
  const [deleted, setDeleted] = useState<Phrase>()
  const fieldRef = useRef<HTMLInputElement>(null)
  const remove = (phrase: Phrase) => {
    setDeleted(phrase)
    // A click has moved the focus to the row, which disappears.
    fieldRef.current?.focus()
    void deletePhrase(client, phrase).catch(() => undefined)
  }
  const restore = (phrase: Phrase) => {
    setDeleted(undefined)
    fieldRef.current?.focus()
    void restorePhrase(client, phrase).catch(() => undefined)
  }
  const getOptionId = (index: number) => `${listId}-${index}`

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = getOptionMove(event.key, { index: activeIndex, count: found.length })
    const isInField = event.target === fieldRef.current
    if (event.key === 'Escape') onClose()
    // Enter on the link below the list follows the link.
    else if (!isInField) return
    else if (event.key === 'Delete' && event.shiftKey) {
      const phrase = found[activeIndex]
      if (phrase) remove(phrase)
    } else if (next !== undefined) setHighlighted(next)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const phrase = found[activeIndex]
      if (phrase) onChoose(phrase.text)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Popover
      opened={isOpened}
      onChange={open => !open && onClose()}
      position="left-start"
      offset={32}
      width="min(22rem, calc(100vw - 2rem))"
      trapFocus
      returnFocus={false}
      {...getPopoverPlacement('top-start', 'bottom-start')}
      classNames={{ dropdown: styles.phrases ?? '' }}
    >
      <Popover.Target refProp="setAnchor">
        <FloatTarget label={t('phrases.label')} anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown onKeyDown={handleKeyDown}>
        <SearchField
          label={t('phrases.find')}
          ref={fieldRef}
          role="combobox"
          aria-keyshortcuts="Shift+Delete"
          aria-describedby={`${listId}-hint`}
          data-autofocus
          aria-controls={listId}
          aria-expanded
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? getOptionId(activeIndex) : undefined}
          placeholder={t('phrases.placeholder')}
          value={typed}
          onTextChange={text => {
            setTyped(text)
            setHighlighted(0)
          }}
        />
        <div id={listId} className={styles.list} role="listbox" aria-label={t('phrases.list')}>
          {found.map((phrase, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of its list.
            <div
              key={phrase.text}
              ref={index === activeIndex ? activeRef : undefined}
              id={getOptionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              onClick={() => onChoose(phrase.text)}
              onPointerMove={() => index !== activeIndex && setHighlighted(index)}
            >
              <span dir="auto">{phrase.text}</span>
              <Text span size="xs" c="var(--text-3)" aria-hidden>
                {t('phrases.uses', { count: String(phrase.uses) })}
              </Text>
              <VisuallyHidden>{t('phrases.usesRead', { count: phrase.uses })}</VisuallyHidden>
              {/* Options may contain no button. Assistive technologies use the key. */}
              <span
                className={styles.deletePhrase}
                title={t('phrases.delete')}
                aria-hidden
                onClick={event => {
                  event.stopPropagation()
                  remove(phrase)
                }}
              >
                <IconTrash />
              </span>
            </div>
          ))}
        </div>
        {deleted && (
          <Text className={styles.deleted} size="sm" role="status">
            <span className={styles.deletedText}>{t('phrases.deleted', { text: deleted.text })}</span>
            <UnstyledButton variant="link" onClick={() => restore(deleted)}>
              {t('phrases.restore')}
            </UnstyledButton>
          </Text>
        )}
        <Text
          id={`${listId}-hint`}
          className={styles.hint}
          size="xs"
          c="var(--text-3)"
          role={found.length === 0 ? 'status' : undefined}
        >
          {all.length === 0
            ? t('phrases.none')
            : t(found.length === 0 ? 'phrases.noneFound' : 'phrases.hint')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Returns the stored phrases and those in the cached submissions, the most used first. */
function usePhrases(): readonly Phrase[] {
  const client = useQueryClient()
  const { id } = useCurrentUser()
  const schoolTime = useSchoolTime()
  const stored = useSetting(phraseSetting, useHasExtensions())
  const { resource, path } = submissions.list
  const cachedEntries = client
    .getQueriesData<{ rows: SubmissionEntry[] }>({ queryKey: [resource, path] })
    .flatMap(([, list]) => list?.rows ?? [])
  const collected = collectPhrases(cachedEntries, id, schoolTime).filter(
    phrase => !isDeletedPhrase(stored, phrase),
  )
  return rankPhrases(mergePhrases(stored.phrases, collected), schoolTime.clock())
}
