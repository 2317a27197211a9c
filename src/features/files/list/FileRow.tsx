import { memo } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { T } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { EntryIcon } from './EntryIcon.tsx'
import { EntryName } from './EntryName.tsx'
import { entryKind } from './entryKind.ts'
import styles from './FileTable.module.css'
import type { EntryWords } from './useEntryWords.ts'

/** What an entry shows. What it does is heard by the list (`entryEvents`). */
export type EntryProps = {
  entry: ClassFile
  words: EntryWords
  t: T<'files'>
  /** Its place among the rows. */
  at: number
  /** It has the one tab stop. */
  active: boolean
  selected: boolean
  /** It is in the preview. */
  shown: boolean
  deleting: boolean
  to: string
}

type FileRowProps = EntryProps & {
  /** Where it stands and how high it is, in px. */
  top: number
  height: number
}

/**
 * An entry in the list. The row takes the focus; what can be pressed in it is reached from there. Drawn anew only when
 * something of it changes: a step of scrolling would draw thirty.
 */
export const FileRow = memo(function FileRow({
  entry,
  words,
  t,
  at,
  active,
  selected,
  ...row
}: FileRowProps) {
  // One comparison of all it is given is enough.
  'use no memo'
  const tab = active ? 0 : -1
  const said = { name: harmlessName(entry.name).slice(0, 200) }
  return (
    // biome-ignore-start lint/a11y: rows that are not all there can't be those of a table element
    <div
      role="row"
      tabIndex={tab}
      className={styles.row}
      style={{ height: row.height, transform: `translateY(${row.top}px)` }}
      data-entry={entry.id}
      data-shown={row.shown || undefined}
      data-deleting={row.deleting || undefined}
      aria-rowindex={at + 2}
      aria-selected={selected}
    >
      <div role="gridcell">
        <label className={styles.check}>
          <input
            type="checkbox"
            tabIndex={tab}
            checked={selected}
            aria-label={t('select', said)}
            onChange={heardByTheList}
          />
        </label>
      </div>
      <div role="rowheader" className={styles.name} data-kind={entry.is_dir ? 'folder' : undefined}>
        <EntryIcon kind={entryKind(entry)} />
        <span className={styles.text}>
          <a href={row.to} tabIndex={-1}>
            <EntryName entry={entry} />
          </a>
          {words.path !== undefined && <span className={styles.path}>{words.path}</span>}
          <span className={styles.meta}>{`${words.size} · ${words.added.brief}`}</span>
        </span>
      </div>
      <div role="gridcell" className={styles.size}>
        {words.size}
      </div>
      <div role="gridcell" className={styles.added} title={words.added.exact}>
        {words.added.brief}
      </div>
      <div role="gridcell" className={styles.actions}>
        <button type="button" tabIndex={tab} aria-haspopup="menu" aria-label={t('actionsFor', said)}>
          <EntryIcon kind="dots" />
        </button>
      </div>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
})

/** React wants one at every box that is checked by it. */
export const heardByTheList = (): void => undefined
