import { memo, type ReactNode } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import type { FileKind } from '../../../lib/fileKinds.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { type FileColumn, fileColumns } from '../model/fileColumns.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import { getEntryKind } from './entryKind.ts'
import styles from './FileList.module.css'
import type { EntryTexts } from './useEntryTexts.ts'
import { entryAttribute } from './useListPosition.ts'

/** The list handles the events of its entries (`listEvents.ts`). */
type EntryProps = {
  entry: ClassFile
  texts: EntryTexts
  t: T<'files'>
  /** Index of a row in the list, or of a tile in its line. */
  position: number
  /** Height of the line, in px. */
  height: number
  isTabStop: boolean
  isSelected: boolean
  isPreviewed: boolean
  isDeleting: boolean
  isCut: boolean
  /** Whether dragged entries would move into this folder. */
  isDropTarget: boolean
  isDraggable: boolean
  href: string
  /** In place of the name. */
  nameField: ReactNode
}

/** Arrow keys move the focus to the entry. Tab reaches its controls from there. */
const getRootProps = (props: EntryProps) => ({
  tabIndex: props.isTabStop ? 0 : -1,
  [entryAttribute]: props.entry.id,
  draggable: props.isDraggable || undefined,
  'data-previewed': props.isPreviewed || undefined,
  'data-deleting': props.isDeleting || undefined,
  'data-cut': props.isCut || undefined,
  'data-drop': props.isDropTarget || undefined,
  'aria-selected': props.isSelected,
})
const getLabelName = ({ name }: ClassFile) => ({ name: truncateText(sanitizeName(name), 200) })

const renderCheckbox = ({ entry, t, isTabStop, isSelected }: EntryProps) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      tabIndex={isTabStop ? 0 : -1}
      checked={isSelected}
      aria-label={t('select', getLabelName(entry))}
      // React requires a handler on every controlled checkbox. The list handles the event.
      onChange={ignoreChange}
    />
  </label>
)
const ignoreChange = (): void => undefined

const renderMenuButton = ({ entry, t, isTabStop }: EntryProps) => (
  <button
    type="button"
    className={styles.more}
    tabIndex={isTabStop ? 0 : -1}
    aria-haspopup="menu"
    aria-label={t('actionsFor', getLabelName(entry))}
  >
    <EntryIcon kind="dots" />
  </button>
)

// `memo`: otherwise each scroll step would render thirty rows again.
export const FileRow = memo(function FileRow(props: EntryProps) {
  // `memo` already compares all props.
  'use no memo'
  const { entry, texts, position, height, href } = props
  return (
    // biome-ignore-start lint/a11y: a table element needs all rows, but only visible ones are rendered
    <div
      role="row"
      className={styles.row}
      style={{ height }}
      aria-rowindex={position + 2}
      {...getRootProps(props)}
    >
      <div role="gridcell">{renderCheckbox(props)}</div>
      <div role="rowheader" className={styles.name} data-kind={entry.is_dir ? 'folder' : undefined}>
        <EntryIcon kind={entry.is_dir ? 'folder' : getEntryKind(entry).kind} />
        <span className={styles.text}>
          {props.nameField ?? (
            <a href={href} tabIndex={-1}>
              <EntryName entry={entry} />
            </a>
          )}
          {texts.path !== undefined && <span className={styles.path}>{texts.path}</span>}
          <span className={styles.summary}>{texts.summary.text}</span>
        </span>
      </div>
      {fileColumns.map(({ name, align }: FileColumn, column) => (
        <div
          key={name}
          role="gridcell"
          className={styles.cell}
          data-align={align}
          title={texts.cells[column]?.title}
        >
          {texts.cells[column]?.text}
        </div>
      ))}
      <div role="gridcell" className={styles.actions}>
        {renderMenuButton(props)}
      </div>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
})

export const FileTile = memo(function FileTile(props: EntryProps) {
  'use no memo'
  const { entry, texts, position, href } = props
  return (
    // biome-ignore-start lint/a11y: a table element needs all rows, but only visible ones are rendered
    <div role="gridcell" className={styles.tile} aria-colindex={position + 1} {...getRootProps(props)}>
      <span className={styles.icon} data-kind={entry.is_dir ? 'folder' : undefined}>
        <EntryIcon kind={entry.is_dir ? 'folder' : getEntryKind(entry).kind} />
      </span>
      {props.nameField ?? (
        <a className={styles.title} href={href} tabIndex={-1}>
          <EntryName entry={entry} />
        </a>
      )}
      <span className={styles.tileText} title={texts.summary.title}>
        {texts.path ?? texts.summary.text}
      </span>
      {renderCheckbox(props)}
      {renderMenuButton(props)}
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
})

const linedPage =
  'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2M9 9l1 0M9 13l6 0M9 17l6 0'
/** Tabler's icons, each as one path instead of up to nine elements. */
const iconPaths: Record<FileKind | 'folder' | 'dots', string> = {
  folder: 'M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2',
  image:
    'M15 8h.01M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3',
  pdf: 'M14 3v4a1 1 0 0 0 1 1h4M5 12v-7a2 2 0 0 1 2 -2h7l5 5v4M5 18h1.5a1.5 1.5 0 0 0 0 -3h-1.5v6M17 18h2M20 15h-3v6M11 15v6h1a2 2 0 0 0 2 -2v-2a2 2 0 0 0 -2 -2h-1',
  table:
    'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2M8 11h8v7h-8l0 -7M8 15h8M11 11v7',
  document: linedPage,
  text: linedPage,
  slides: 'M3 4l18 0M4 4v10a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-10M12 16l0 4M9 20l6 0M8 12l3 -3l2 2l3 -3',
  audio: 'M3 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M13 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M9 17v-13h10v13M9 8h10',
  video:
    'M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M8 4l0 16M16 4l0 16M4 8l4 0M4 16l4 0M4 12l16 0M16 8l4 0M16 16l4 0',
  archive:
    'M6 20.735a2 2 0 0 1 -1 -1.735v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2h-1M11 17a2 2 0 0 1 2 2v2a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-2a2 2 0 0 1 2 -2M11 5l-1 0M13 7l-1 0M11 9l-1 0M13 11l-1 0M11 13l-1 0M13 15l-1 0',
  other: 'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  dots: 'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
}

/** Decorative icon. `dots` is for the menu button. */
export function EntryIcon({ kind }: { kind: keyof typeof iconPaths }) {
  return (
    <svg
      className="tabler-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      data-kind={kind}
    >
      <path d={iconPaths[kind]} />
    </svg>
  )
}

/** Shows a placeholder for a blank name. */
export function EntryName({ entry: { id, name } }: { entry: { id: number; name: string } }) {
  return name.trim() === '' ? <BlankName id={id} /> : <FileName name={name} />
}

function BlankName({ id }: { id: number }) {
  const t = useT('files')
  return <i>{t('unnamed', { id: String(id) })}</i>
}

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
