import { IconFilter2 } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import styles from './PupilList.module.css'
import { filters, type PupilFilter } from './pupilGroups.ts'

type PupilFindProps = {
  text: string
  onText: (text: string) => void
  /** Enter: to the first that fits. */
  onFirst: () => void
  filter: PupilFilter
  onFilter: (filter: PupilFilter) => void
}

/** Searches the pupils and narrows the list. */
export function PupilFind({ text, onText, onFirst, filter, onFilter }: PupilFindProps) {
  const t = useT('desk')
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label={t('list.searchLabel')}
            placeholder={t('list.search')}
            value={text}
            onText={onText}
            onEnter={onFirst}
            onLeave={field => field.blur()}
          />
        </div>
        <div className={styles.filter} data-on={filter !== 'all'}>
          <IconFilter2 aria-hidden />
          <select
            aria-label={t('list.filter')}
            title={t('list.filter')}
            value={filter}
            onChange={event => onFilter(filters.find(each => each === event.target.value) ?? 'all')}
          >
            {filters.map(each => (
              <option key={each} value={each}>
                {t(`list.filters.${each}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {filter !== 'all' && (
        <p className={styles.only}>
          {t('list.only', { filter: t(`list.filters.${filter}`) })}
          <button type="button" onClick={() => onFilter('all')}>
            {t('list.all')}
          </button>
        </p>
      )}
    </>
  )
}
