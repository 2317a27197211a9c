import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useT } from '../../../i18n/useT.ts'
import type { SortColumn, Sorting } from '../filesAddress.ts'
import styles from './FileTable.module.css'

type SortHeadProps = { column: SortColumn; sort: Sorting; onSort: (sort: Sorting) => void }

/** The head of a column: sorts by it, and again the other way round. */
export function SortHead({ column, sort, onSort }: SortHeadProps) {
  const t = useT('files')
  const isBy = sort.by === column
  const Icon = sort.descending ? IconChevronDown : IconChevronUp
  return (
    // biome-ignore lint/a11y: a table of rows that are not all there can't be a table element
    <div
      role="columnheader"
      className={styles[column]}
      aria-sort={isBy ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ by: column, descending: isBy && !sort.descending })}>
        {t(`column.${column}`)}
        {isBy && <Icon aria-hidden />}
      </button>
    </div>
  )
}
