import { NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import type { RefObject } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { SavedNotice } from '../../../lib/savedNotice.ts'
import { useIsRecentlyFinished } from '../../../ui/feedback/finishedNotice.ts'
import { StaleNotice } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { useUrlText } from '../../../ui/useUrlText.ts'
import { UndoMove } from '../due/UndoMove.tsx'
import styles from './HomeworkList.module.css'
import type { RowSubject } from './homeworkGroups.ts'
import { type HomeworkAddress, sortOrders } from './useHomeworkAddress.ts'
import type { HomeworkList } from './useHomeworkList.ts'

type HomeworkToolbarProps = {
  address: HomeworkAddress
  subjects: readonly RowSubject[]
  count: { visible: number; total: number } | undefined
  /** False for pupils, whose homework is sorted by status. */
  canSort: boolean
  canSortByCorrections: boolean
  onChange: (address: HomeworkAddress) => void
  searchField?: RefObject<HTMLInputElement | null>
}

export function HomeworkToolbar(props: HomeworkToolbarProps) {
  const { address, subjects, count, canSort, canSortByCorrections, onChange, searchField } = props
  const t = useT('homework')
  const { text, setText, markWritten } = useUrlText(address.find, find => onChange({ ...address, find }))
  const handleChange = (next: HomeworkAddress) => {
    markWritten(next.find)
    onChange(next)
  }
  const isKnownSubject =
    address.subject === undefined || subjects.some(subject => subject.id === address.subject)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.tools} data-sortable={canSort} role="search">
      <span className={styles.filter}>
        <SearchField
          ref={searchField}
          label={t('filter')}
          aria-keyshortcuts="/"
          value={text}
          onTextChange={setText}
          onEscape={field => field.blur()}
        />
      </span>
      <NativeSelect
        variant="toolbar"
        className={styles.choice ?? ''}
        aria-label={t('subject')}
        value={isKnownSubject ? (address.subject ?? '') : ''}
        onChange={event => {
          const { value } = event.currentTarget
          handleChange({ ...address, find: text, subject: value === '' ? undefined : Number(value) })
        }}
      >
        <option value="">{t('allSubjects')}</option>
        {subjects.map(subject => (
          <option key={subject.id} value={subject.id}>
            {subject.name || t('subjectNumber', { id: String(subject.id) })}
          </option>
        ))}
      </NativeSelect>
      {canSort && (
        <NativeSelect
          variant="toolbar"
          className={styles.choice ?? ''}
          aria-label={t('sortLabel')}
          value={address.sort}
          onChange={event => {
            const sort = sortOrders.find(name => name === event.currentTarget.value)
            if (sort) handleChange({ ...address, find: text, sort })
          }}
        >
          {sortOrders
            .filter(name => canSortByCorrections || name !== 'correct' || address.sort === name)
            .map(name => (
              <option key={name} value={name}>
                {t(`sort.${name}`)}
              </option>
            ))}
        </NativeSelect>
      )}
      {count && (
        <Text span className={styles.count} size="sm" c="var(--text-3)">
          <span aria-hidden>{t('count', { shown: String(count.visible), all: String(count.total) })}</span>
          <VisuallyHidden role="status">
            {t('countSaid', { shown: count.visible, all: String(count.total) })}
          </VisuallyHidden>
        </Text>
      )}
    </div>
  )
}

type HomeworkNoticesProps = {
  list: HomeworkList
  saved: SavedNotice | undefined
}

export function HomeworkNotices({ list, saved }: HomeworkNoticesProps) {
  const tErrors = useT('errors')
  const { loadedAt, error, unreadable } = list
  const isStale = loadedAt !== undefined && error !== null
  const isRecentlySaved = useIsRecentlyFinished(saved?.at)
  if (!isStale && unreadable === 0 && !isRecentlySaved) return null
  return (
    <div className={styles.notices}>
      {saved && isRecentlySaved && (
        <Notice tone="ok" role="status">
          {saved.moved ? <UndoMove moved={saved.moved}>{saved.message}</UndoMove> : saved.message}
        </Notice>
      )}
      {isStale && <StaleNotice error={error} loadedAt={loadedAt} retry={list.retry} />}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}
