import { IconFile, IconFolder } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { Column } from './Column.ts'
import { spansOf } from './group.ts'
import styles from './MatrixGrid.module.css'
import { ThingMark } from './ThingMark.tsx'
import type { ThingGroup } from './thing.ts'
import { placeName } from './useGridFocus.ts'
import { useThingWords } from './useThingWords.ts'

type GridHeadProps = {
  things: readonly ThingGroup[]
  columns: readonly Column[]
  /** The column whose heading Tab reaches. */
  chosen: number | undefined
}

/** Two lines that stay in sight: the kinds, and the things. */
export function GridHead({ things, columns, chosen }: GridHeadProps) {
  const t = useT('matrix')
  const { nameOf, noteOf } = useThingWords()
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.groups}>
        <td aria-colindex={1} className={styles.corner} />
        {spansOf(things).map(({ kind, at, count }) => (
          <th
            key={kind}
            scope="colgroup"
            aria-colindex={at + 2}
            aria-colspan={count}
            className={styles.group}
            style={{ '--at': at, '--span': count } as CSSProperties}
          >
            <span>
              {t(`groups.${kind}`)} <span className={styles.count}>{count}</span>
            </span>
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2} className={styles.things}>
        <th scope="col" aria-colindex={1} className={styles.corner}>
          {t('person')}
        </th>
        {columns.map(({ thing, access, index, left, width, href, starts }) => (
          <th
            key={thing.key}
            scope="col"
            aria-colindex={index + 2}
            className={styles.thing}
            data-starts={starts || undefined}
            style={{ left, width }}
          >
            <a
              href={href}
              data-place={placeName({ row: -1, column: index })}
              tabIndex={chosen === index ? 0 : -1}
              title={nameOf(thing)}
            >
              <span className={styles.title}>
                {thing.colour && <i style={{ '--subject': thing.colour } as CSSProperties} />}
                {thing.kind === 'file' &&
                  (thing.isFolder ? (
                    <IconFolder aria-label={t('folder')} />
                  ) : (
                    <IconFile aria-label={t('file')} />
                  ))}
                <bdi>{nameOf(thing)}</bdi>
              </span>
              {noteOf(thing) && <span className={styles.note}>{noteOf(thing)}</span>}
              <ThingMark access={access} />
            </a>
          </th>
        ))}
      </tr>
    </thead>
  )
}
