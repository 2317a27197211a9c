import { memo } from 'react'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { EntryIcon } from './EntryIcon.tsx'
import { EntryName } from './EntryName.tsx'
import { entryKind } from './entryKind.ts'
import { type EntryProps, heardByTheList } from './FileRow.tsx'
import styles from './FileTiles.module.css'

/** An entry among the tiles. The tile takes the focus; what can be pressed in it is reached from there. */
export const FileTile = memo(function FileTile({
  entry,
  words,
  t,
  at,
  active,
  selected,
  ...tile
}: EntryProps) {
  // One comparison of all it is given is enough.
  'use no memo'
  const tab = active ? 0 : -1
  const said = { name: harmlessName(entry.name).slice(0, 200) }
  return (
    // biome-ignore-start lint/a11y: cells that are not all there can't be those of a table element
    <div
      role="gridcell"
      tabIndex={tab}
      className={styles.tile}
      data-entry={entry.id}
      data-shown={tile.shown || undefined}
      data-deleting={tile.deleting || undefined}
      aria-colindex={at + 1}
      aria-selected={selected}
    >
      <span className={styles.icon} data-kind={entry.is_dir ? 'folder' : undefined}>
        <EntryIcon kind={entryKind(entry)} />
      </span>
      <a className={styles.name} href={tile.to} tabIndex={-1}>
        <EntryName entry={entry} />
      </a>
      <span className={styles.facts} title={words.added.exact}>
        {words.path ?? `${words.size} · ${words.added.brief}`}
      </span>
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={tab}
          checked={selected}
          aria-label={t('select', said)}
          onChange={heardByTheList}
        />
      </label>
      <button
        type="button"
        className={styles.more}
        tabIndex={tab}
        aria-haspopup="menu"
        aria-label={t('actionsFor', said)}
      >
        <EntryIcon kind="dots" />
      </button>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
})
