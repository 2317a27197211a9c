import { useT } from '../../../i18n/useT.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import styles from './FileTable.module.css'

/** Selects all that is shown, or nothing. */
export function SelectAll({ rows }: { rows: readonly unknown[] }) {
  const t = useT('files')
  const { ids, all, clear } = useSelection()
  const isAll = ids.size > 0 && ids.size === rows.length
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={t('selectAll')}
        ref={box => {
          if (box) box.indeterminate = ids.size > 0 && !isAll
        }}
        checked={isAll}
        onChange={isAll ? clear : all}
      />
    </label>
  )
}
