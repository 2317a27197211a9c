import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { type Column, GridHead, GridHeading, GridRow } from './GridRow.tsx'
import styles from './Matrix.module.css'
import type { Matrix, MatrixPerson, PersonKind, ResourceAccess } from './matrixModel.ts'
import type { PrefetchQueue } from './prefetchQueue.ts'
import { useGridFocus, within } from './useGridFocus.ts'
import { useGridWindow } from './useGridWindow.ts'

type MatrixGridProps = Matrix & { access: ReadonlyMap<string, ResourceAccess>; asking: PrefetchQueue }

/** Grid of people and content. Only the visible part is rendered. Every cell links to the access to its content. */
export function MatrixGrid({ people, resources, access, asking }: MatrixGridProps) {
  const t = useT('matrix')
  const location = useLocation()
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = linesOf(people)
  const lineOf = lines.flatMap(({ heading }, index) => (heading === undefined ? [index] : []))

  const focus = useGridFocus(scroller)
  const bounds = { rows: people.length, columns: resources.length, page: 1 }
  const chosen = within(focus.chosen, bounds)
  const grid = useGridWindow(
    scroller,
    { lines: lines.length, columns: resources.length },
    { line: lineOf[chosen.row] ?? -1, column: chosen.column },
  )
  const columns = grid.columns.flatMap(({ index, start, size }): Column[] => {
    const resource = resources[index]
    if (!resource) return []
    return [
      {
        ...{ resource, index, left: start, width: size },
        href: paths.withAccess(location, resource.of),
        access: access.get(resource.key),
        // The column of names has its own border.
        starts: index > 0 && resources[index - 1]?.kind !== resource.kind,
      },
    ]
  })
  const { first, last } = grid.onScreen
  useEffect(() => {
    asking.show(resources.slice(first, last + 1))
  }, [asking, resources, first, last])

  const open = (event: MouseEvent<HTMLElement>) => {
    // Navigate within the app. The browser handles clicks that open another tab or window.
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
        aria-colcount={resources.length + 1}
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
        <GridHead
          resources={resources}
          columns={columns}
          chosen={chosen.row === -1 ? chosen.column : undefined}
        />
        <tbody>
          {grid.lines.map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            const place = { index, top: start }
            return line.heading !== undefined ? (
              <GridHeading
                key={line.heading}
                {...place}
                kind={line.heading}
                count={line.count}
                span={resources.length + 1}
              />
            ) : (
              <GridRow
                key={line.person.key}
                {...place}
                person={line.person}
                row={line.row}
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

/** A line of the grid: the heading of a group, or a person. `row` is the index of the person. */
type Line = { heading: PersonKind; count: number } | { heading: undefined; person: MatrixPerson; row: number }

function linesOf(people: readonly MatrixPerson[]): Line[] {
  let row = 0
  return [...Map.groupBy(people, ({ kind }) => kind)].flatMap(([kind, entries]): Line[] => [
    { heading: kind, count: entries.length },
    ...entries.map((person): Line => ({ heading: undefined, person, row: row++ })),
  ])
}
