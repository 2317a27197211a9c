import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { type Column, GridHead, GridHeading, GridRow } from './GridRow.tsx'
import styles from './MatrixGrid.module.css'
import type { Matrix, MatrixPerson, PeopleGroup, PersonKind, ThingAccess } from './matrixModel.ts'
import type { Asking } from './prefetchQueue.ts'
import { countOf, entriesOf } from './resources.ts'
import { useGridFocus, within } from './useGridFocus.ts'
import { useGridWindow } from './useGridWindow.ts'

type MatrixGridProps = Matrix & { access: ReadonlyMap<string, ThingAccess>; asking: Asking }

/** People by content. Only what is in sight is drawn; every cell leads to the access to its content. */
export function MatrixGrid({ people, things, access, asking }: MatrixGridProps) {
  const t = useT('matrix')
  const location = useLocation()
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => linesOf(people), [people])
  const all = useMemo(() => entriesOf(things), [things])
  const starts = useMemo(() => new Set(things.map(({ entries }) => entries[0]?.key)), [things])
  const lineOf = useMemo(
    () => lines.flatMap(({ heading }, index) => (heading === undefined ? [index] : [])),
    [lines],
  )

  const focus = useGridFocus(scroller)
  const bounds = { rows: countOf(people), columns: all.length, page: 1 }
  const chosen = within(focus.chosen, bounds)
  const grid = useGridWindow(
    scroller,
    { lines: lines.length, columns: all.length },
    { line: lineOf[chosen.row] ?? -1, column: chosen.column },
  )
  const columns = useMemo(
    () =>
      grid.columns.flatMap(({ index, start, size }): Column[] => {
        const thing = all[index]
        if (!thing) return []
        const href = paths.withAccess(location, thing.of)
        return [
          {
            ...{ thing, index, href, left: start, width: size },
            access: access.get(thing.key),
            // The names have a rule of their own at their end.
            starts: index > 0 && starts.has(thing.key),
          },
        ]
      }),
    [grid.columns, all, access, location, starts],
  )
  const { first, last } = grid.onScreen
  useEffect(() => {
    asking.show(all.slice(first, last + 1))
  }, [asking, all, first, last])

  const open = (event: MouseEvent<HTMLElement>) => {
    // As a link of the app: another tab or window is the browser's.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a[data-place]') : null
    const href = link?.getAttribute('href')
    if (!href) return
    event.preventDefault()
    void navigate(href, { preventScrollReset: true, state: { keepsFocus: true } })
  }
  return (
    <div ref={scroller} className={styles.scroller} data-strip>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table between whose cells keys go is a grid.
        role="grid"
        aria-label={t('grid')}
        aria-rowcount={lines.length + 2}
        aria-colcount={all.length + 1}
        tabIndex={-1}
        className={styles.sheet}
        style={{ width: grid.width, height: grid.height }}
        onClick={open}
        onFocus={focus.onFocus}
        onKeyDown={event =>
          focus.onKeyDown(event, { ...bounds, page: grid.page }, ({ row, column }) =>
            grid.reveal(lineOf[row] ?? -1, column),
          )
        }
      >
        <GridHead things={things} columns={columns} chosen={chosen.row === -1 ? chosen.column : undefined} />
        <tbody>
          {grid.lines.map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            if (line.heading !== undefined) {
              return (
                <GridHeading
                  key={line.heading}
                  kind={line.heading}
                  count={line.count}
                  index={index}
                  top={start}
                  span={all.length + 1}
                />
              )
            }
            return (
              <GridRow
                key={line.person.key}
                person={line.person}
                row={line.row}
                index={index}
                top={start}
                columns={columns}
                chosen={chosen.row === line.row ? chosen.column : undefined}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A line of the grid: the heading of a group, or a person; `row` counts people. */
type Line = { heading: PersonKind; count: number } | { heading: undefined; person: MatrixPerson; row: number }

function linesOf(groups: readonly PeopleGroup[]): Line[] {
  let row = 0
  return groups.flatMap(({ kind, entries }): Line[] => [
    { heading: kind, count: entries.length },
    ...entries.map((person): Line => ({ heading: undefined, person, row: row++ })),
  ])
}
