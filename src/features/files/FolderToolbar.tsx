import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { FilesView } from '../../app/paths.ts'
import { useT } from '../../i18n/useT.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useAddressedText } from '../../ui/useAddressedText.ts'
import styles from './FolderToolbar.module.css'

type FolderToolbarProps = {
  find: string
  /** Entries in the folder; `undefined` while they are loading and where there are none. */
  count: number | undefined
  view: FilesView
  onFind: (find: string) => void
  onView: (view: FilesView) => void
}

const views = [
  ['list', IconList],
  ['tiles', IconLayoutGrid],
] as const

/** What is looked for in the folder, and how it is shown. */
export function FolderToolbar({ find, count, view, onFind, onView }: FolderToolbarProps) {
  const t = useT('files')
  const { typed, type } = useAddressedText(find, onFind)
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.tools} role="search">
      <span className={styles.filter}>
        <SearchField
          label={t('filterName')}
          placeholder={count === undefined ? t('filterName') : t('filter', { count })}
          aria-keyshortcuts="/"
          value={typed}
          onText={type}
          onLeave={field => field.blur()}
        />
      </span>
      <fieldset className={styles.views}>
        <legend>{t('view')}</legend>
        {views.map(([name, Icon]) => (
          <label key={name} title={t(name)}>
            <input
              type="radio"
              name="files-view"
              aria-label={t(name)}
              checked={view === name}
              onChange={() => onView(name)}
            />
            <Icon aria-hidden />
          </label>
        ))}
      </fieldset>
    </div>
  )
}
