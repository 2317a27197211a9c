import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './HomeworkToolbar.module.css'
import { type HomeworkAddress, sortings } from './homeworkAddress.ts'
import type { RowSubject } from './homeworkRows.ts'

type HomeworkToolbarProps = {
  address: HomeworkAddress
  subjects: readonly RowSubject[]
  count: { shown: number; all: number } | undefined
  /** Whether the reader corrects anything, so that an order by it makes sense. */
  sortable: boolean
  onChange: (to: HomeworkAddress) => void
}

/** Filter, order and how much of it is shown. */
export function HomeworkToolbar({ address, subjects, count, sortable, onChange }: HomeworkToolbarProps) {
  const t = useT('homework')
  const addressed = address.find
  const [typed, setTyped] = useState(addressed)
  /** On its way into the address, which changes a moment later. */
  const written = useRef<string[]>([])
  useEffect(() => {
    const own = written.current.indexOf(addressed)
    if (own >= 0) written.current.splice(0, own + 1)
    // The address changed by itself: back, or "show all".
    else setTyped(addressed)
  }, [addressed])
  // A browser allows some hundred changes of address a minute.
  useEffect(() => {
    if (typed === (written.current.at(-1) ?? addressed)) return
    const later = setTimeout(() => change({ ...address, find: typed }), 120)
    return () => clearTimeout(later)
  })
  const change = (to: HomeworkAddress) => {
    if (to.find !== (written.current.at(-1) ?? addressed)) written.current.push(to.find)
    onChange(to)
  }
  const known = address.subject === undefined || subjects.some(subject => subject.id === address.subject)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.tools} role="search">
      <span className={styles.filter}>
        <IconSearch aria-hidden />
        <input
          type="search"
          aria-label={t('filter')}
          aria-keyshortcuts="/"
          placeholder={t('filter')}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            if (typed === '') event.currentTarget.blur()
            else setTyped('')
          }}
        />
      </span>
      <span className={styles.choice}>
        <select
          aria-label={t('subject')}
          value={known ? (address.subject ?? '') : ''}
          onChange={event => {
            const { value } = event.currentTarget
            change({ ...address, find: typed, subject: value === '' ? undefined : Number(value) })
          }}
        >
          <option value="">{t('allSubjects')}</option>
          {subjects.map(subject => (
            <option key={subject.id} value={subject.id}>
              {subject.name || t('subjectNumber', { id: String(subject.id) })}
            </option>
          ))}
        </select>
        <IconChevronDown aria-hidden />
      </span>
      <span className={styles.choice}>
        <select
          aria-label={t('sortLabel')}
          value={address.sort}
          onChange={event => {
            const sort = sortings.find(name => name === event.currentTarget.value)
            if (sort) change({ ...address, find: typed, sort })
          }}
        >
          {sortings
            .filter(name => sortable || name !== 'correct' || address.sort === name)
            .map(name => (
              <option key={name} value={name}>
                {t(`sort.${name}`)}
              </option>
            ))}
        </select>
        <IconChevronDown aria-hidden />
      </span>
      {count && (
        <span className={styles.count}>
          <span aria-hidden>{t('count', { shown: String(count.shown), all: String(count.all) })}</span>
          <VisuallyHidden role="status">
            {t('countSaid', { shown: count.shown, all: String(count.all) })}
          </VisuallyHidden>
        </span>
      )}
    </div>
  )
}
