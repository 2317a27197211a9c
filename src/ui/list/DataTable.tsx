import { Box, type BoxProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import styles from './DataTable.module.css'

export type Column<Row> = {
  key: string
  /** A group title spans the first columns without a header. */
  header?: ReactNode
  cell: (row: Row) => ReactNode
  /** Columns without a width share the rest. */
  width?: string
  align?: 'right'
  /** Whether the cell is the header of its row for screen readers. */
  isRowHeader?: true
  getTitle?: (row: Row) => string | undefined
  /** For styles of narrow screens. */
  className?: string | undefined
}

/** Rows below one title. */
export type RowGroup<Row> = {
  key: string
  title: ReactNode
  rows: readonly Row[]
  /** Whether only the title is visible. */
  isCollapsed?: boolean
  /** Below the rows, for example "Show more". */
  footer?: ReactNode
}

type DataTableProps<Row> = Pick<BoxProps, 'maw' | 'mt' | 'className'> & {
  label: string
  isLabelVisible?: boolean
  columns: readonly Column<Row>[]
  getKey: (row: Row) => number | string
  /** For keyboard handling and tests. */
  getAttributes?: (row: Row) => { [name: `data-${string}`]: number | string | undefined }
  /** `compact` is for numbers. */
  density?: 'compact'
  ref?: Ref<HTMLTableElement>
} & (
    | { rows: readonly Row[]; groups?: undefined }
    /** The first group's title row contains the headers. */
    | { groups: readonly RowGroup<Row>[]; rows?: undefined }
  )

/** A click anywhere in a row follows its link with `data-open`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, isLabelVisible, columns, rows, groups, getKey, getAttributes, density, className, ...box } =
    props
  const renderRows = (visibleRows: readonly Row[]) =>
    visibleRows.map(row => (
      <tr key={getKey(row)} className={styles.row} {...getAttributes?.(row)}>
        {columns.map(column => (
          <Cell key={column.key} column={column} row={row} />
        ))}
      </tr>
    ))
  return (
    <Box component="table" className={`${styles.table} ${className ?? ''}`} data-density={density} {...box}>
      <caption>{isLabelVisible ? label : <VisuallyHidden>{label}</VisuallyHidden>}</caption>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      {rows && (
        <>
          <thead>
            <tr className={styles.head}>
              <HeaderCells columns={columns} />
            </tr>
          </thead>
          <tbody>{renderRows(rows)}</tbody>
        </>
      )}
      {groups?.map((group, index) => (
        <tbody key={group.key} data-folded={group.isCollapsed ? '' : undefined}>
          <TitleRow columns={columns} title={group.title} hasHeaders={index === 0 && !group.isCollapsed} />
          {!group.isCollapsed && renderRows(group.rows)}
          {group.footer && (
            <tr className={styles.foot}>
              <td colSpan={columns.length}>{group.footer}</td>
            </tr>
          )}
        </tbody>
      ))}
    </Box>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell, align, isRowHeader, getTitle, className } = column
  const attributes = { className, title: getTitle?.(row), 'data-align': align }
  return isRowHeader ? (
    <th scope="row" {...attributes}>
      {cell(row)}
    </th>
  ) : (
    <td {...attributes}>{cell(row)}</td>
  )
}

function HeaderCells<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return columns.map(({ key, header, align }) =>
    header === undefined ? (
      <td key={key} />
    ) : (
      <th key={key} scope="col" data-align={align}>
        {header}
      </th>
    ),
  )
}

type TitleRowProps<Row> = { columns: readonly Column<Row>[]; title: ReactNode; hasHeaders: boolean }

function TitleRow<Row>({ columns, title, hasHeaders }: TitleRowProps<Row>) {
  const span = Math.max(
    1,
    columns.findIndex(({ header }) => header !== undefined),
  )
  return (
    <tr className={`${styles.head} ${styles.title}`}>
      <th colSpan={span} scope="rowgroup">
        {title}
      </th>
      {hasHeaders ? <HeaderCells columns={columns.slice(span)} /> : <td colSpan={columns.length - span} />}
    </tr>
  )
}
