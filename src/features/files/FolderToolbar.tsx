import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { FilesView } from '../../paths.ts'
import { SearchField } from '../../ui/inputs/SearchField.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useUrlText } from '../../ui/useUrlText.ts'
import styles from './Files.module.css'
import type { UseFilesAddress } from './filesAddress.ts'
import { EntryName } from './list/FileRow.tsx'

const views = [
  ['list', IconList],
  ['tiles', IconLayoutGrid],
] as const

/** `count`: number of entries in the folder. Undefined while they are loading, and for an empty folder. */
type FolderToolbarProps = {
  address: UseFilesAddress
  count: number | undefined
  searchField?: RefObject<HTMLInputElement | null>
}

/** Search field of the folder, and choice of the view. */
export function FolderToolbar({
  address: { address, view, change },
  count,
  searchField,
}: FolderToolbarProps) {
  const t = useT('files')
  const { text, setText } = useUrlText(address.find, find => change({ find }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.tools} role="search">
      <SearchField
        ref={searchField}
        flex={1}
        label={t('filterName')}
        placeholder={count === undefined ? t('filterName') : t('filter', { count })}
        aria-keyshortcuts="/"
        value={text}
        onTextChange={setText}
        onEscape={field => field.blur()}
      />
      <SegmentedControl<FilesView>
        aria-label={t('view')}
        classNames={{ label: styles.view ?? '' }}
        data={views.map(([value, Icon]) => ({
          value,
          label: (
            <span title={t(value)}>
              <Icon aria-hidden />
              <VisuallyHidden>{t(value)}</VisuallyHidden>
            </span>
          ),
        }))}
        value={view}
        onChange={next => change({ view: next })}
      />
    </div>
  )
}

type BreadcrumbsProps = {
  /** The folders from the top to the open one. */
  path: readonly ClassFile[]
  to: (folderId: number) => string
}

/** Number of folders at the end whose names are shown. The folders before them are one link. */
const named = 3

/** The path of the folder. Phones show only the folder and a link to its parent. */
export function Breadcrumbs({ path, to }: BreadcrumbsProps) {
  const t = useT('files')
  const current = path.at(-1)
  const above = path.slice(0, -1)
  const skipped = above.slice(0, Math.max(0, above.length - named + 1))
  const shown = above.slice(skipped.length)
  const names = skipped.map(({ name }) => truncateText(sanitizeName(name), 60)).join(' / ')
  return (
    <nav className={styles.crumbs} aria-label={t('where')}>
      <ol>
        {current && (
          <li data-parent={above.length === 0 || undefined}>
            <IconChevronLeft className={styles.back} aria-hidden />
            <Link to={to(topFolderId)}>{t('top')}</Link>
          </li>
        )}
        {skipped.length > 0 && (
          <li>
            <IconChevronRight aria-hidden />
            <Link
              to={to(skipped.at(-1)?.id ?? topFolderId)}
              aria-label={t('skipped', { names })}
              title={names}
            >
              …
            </Link>
          </li>
        )}
        {shown.map((folder, at) => (
          <li key={folder.id} data-parent={at === shown.length - 1 || undefined}>
            <IconChevronRight className={styles.forth} aria-hidden />
            <IconChevronLeft className={styles.back} aria-hidden />
            <Link to={to(folder.id)}>
              <EntryName entry={folder} />
            </Link>
          </li>
        ))}
        <li aria-current="page">
          {current && <IconChevronRight aria-hidden />}
          <b>{current ? <EntryName entry={current} /> : t('top')}</b>
        </li>
      </ol>
    </nav>
  )
}
