import { VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { useT } from '../../i18n/useT.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { FilesView } from '../../paths.ts'
import { SearchField } from '../../ui/inputs/SearchField.tsx'
import { SegmentedRadios } from '../../ui/inputs/SegmentedRadios.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useUrlText } from '../../ui/useUrlText.ts'
import styles from './Files.module.css'
import type { FolderAddress } from './filesAddress.ts'
import { EntryName } from './list/FileRow.tsx'

const views = [
  ['list', IconList],
  ['tiles', IconLayoutGrid],
] as const

type FolderToolbarProps = {
  address: FolderAddress
  /** Undefined while entries are loading, and for an empty folder. */
  entryCount: number | undefined
  searchField?: RefObject<HTMLInputElement | null>
}

export function FolderToolbar({
  address: { address, view, update },
  entryCount,
  searchField,
}: FolderToolbarProps) {
  const t = useT('files')
  const { text, setText } = useUrlText(address.find, find => update({ find }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is missing in some browsers of schools.
    <div className={styles.tools} role="search">
      <SearchField
        ref={searchField}
        flex={1}
        label={t('filterName')}
        placeholder={entryCount === undefined ? t('filterName') : t('filter', { count: entryCount })}
        aria-keyshortcuts="/"
        value={text}
        onTextChange={setText}
        onEscape={field => field.blur()}
      />
      <SegmentedRadios<FilesView>
        label={t('view')}
        segmentClassName={styles.view}
        options={views.map(([value, Icon]) => ({
          value,
          label: (
            <span title={t(value)}>
              <Icon aria-hidden />
              <VisuallyHidden>{t(value)}</VisuallyHidden>
            </span>
          ),
        }))}
        value={view}
        onChange={next => update({ view: next })}
      />
    </div>
  )
}

type BreadcrumbsProps = {
  /** From the top to the open folder. */
  path: readonly ClassFile[]
  getFolderHref: (folderId: number) => string
}

/** Folders before the last ones are one link. */
const maxNames = 3

/** Phones show only the folder and a link to its parent. */
export function Breadcrumbs({ path, getFolderHref }: BreadcrumbsProps) {
  const t = useT('files')
  const current = path.at(-1)
  const ancestors = path.slice(0, -1)
  const skipped = ancestors.slice(0, Math.max(0, ancestors.length - maxNames + 1))
  const shownAncestors = ancestors.slice(skipped.length)
  const skippedNames = skipped.map(({ name }) => truncateText(sanitizeName(name), 60)).join(' / ')
  return (
    <nav className={styles.crumbs} aria-label={t('where')}>
      <ol>
        {current && (
          <li data-parent={ancestors.length === 0 || undefined}>
            <IconChevronLeft className={styles.back} aria-hidden />
            <Link to={getFolderHref(topFolderId)}>{t('top')}</Link>
          </li>
        )}
        {skipped.length > 0 && (
          <li>
            <IconChevronRight aria-hidden />
            <Link
              to={getFolderHref(skipped.at(-1)?.id ?? topFolderId)}
              aria-label={t('skipped', { names: skippedNames })}
              title={skippedNames}
            >
              …
            </Link>
          </li>
        )}
        {shownAncestors.map((folder, index) => (
          <li key={folder.id} data-parent={index === shownAncestors.length - 1 || undefined}>
            <IconChevronRight className={styles.forth} aria-hidden />
            <IconChevronLeft className={styles.back} aria-hidden />
            <Link to={getFolderHref(folder.id)}>
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
