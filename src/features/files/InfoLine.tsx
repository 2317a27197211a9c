import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Sorting, sortColumns } from './filesAddress.ts'
import styles from './InfoLine.module.css'
import { SelectAll } from './list/SelectAll.tsx'

type InfoLineProps = {
  /** Folders and files that lie here; of them `found`, and `below` further down, when something is looked for. */
  folders: number
  files: number
  search: { found: number; below: number } | undefined
  /** All that is shown. */
  rows: readonly unknown[]
  sort: Sorting
  /** Whether the list has no heads to sort by. */
  headless: boolean
  onSort: (sort: Sorting) => void
}

/** How much there is; in the same place as what is said of a selection, so that nothing moves when one begins. */
export function InfoLine({ folders, files, search, rows, sort, headless, onSort }: InfoLineProps) {
  const t = useT('files')
  const format = useFormat()
  const all = format.number(folders + files)
  const found = search && { found: format.number(search.found), all }
  return (
    <div className={styles.line}>
      <span className={styles.all} data-headless={headless || undefined}>
        <SelectAll rows={rows} />
      </span>
      <p>
        {!search && t('content', { folders, files })}
        {found && search && (
          <>
            <span aria-hidden>
              {search.below > 0
                ? t('foundBelow', { ...found, below: format.number(search.below) })
                : t('foundHere', found)}
            </span>
            <VisuallyHidden role="status">{t('foundSaid', search)}</VisuallyHidden>
          </>
        )}
      </p>
      <select
        className={styles.sort}
        data-headless={headless || undefined}
        aria-label={t('sortBy')}
        value={`${sort.by}${sort.descending ? 'Down' : ''}`}
        onChange={({ currentTarget: { value } }) => {
          const by = sortColumns.find(column => value.startsWith(column))
          if (by) onSort({ by, descending: value.endsWith('Down') })
        }}
      >
        {sortColumns.map(column => (
          <option key={column} value={column}>
            {t(`sort.${column}`)}
          </option>
        ))}
        {sortColumns.map(column => (
          <option key={column} value={`${column}Down`}>
            {t(`sort.${column}Down`)}
          </option>
        ))}
      </select>
    </div>
  )
}
