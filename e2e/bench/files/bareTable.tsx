import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { ClassFile } from '../../../src/contract/files.ts'
import type { Candidate } from './candidate.ts'
import { bigFolder } from './classFiles.ts'
import { peerApp } from './peerApp.tsx'

const byName = new Intl.Collator('en', { numeric: true })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const number = new Intl.NumberFormat('en-GB')
const height = 36
let enter = (_: number) => {}
let sortDown = () => {}

/** The minimum: a map of rows by folder, one sorted folder and its visible rows. The rows have no actions. */
function BareTable({ rows }: { rows: readonly ClassFile[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const [folder, setFolder] = useState<number | null>(null)
  const [down, setDown] = useState(false)
  enter = setFolder
  sortDown = () => setDown(true)
  const inside = useMemo(() => Map.groupBy(rows, row => row.parent_id), [rows])
  const shown = useMemo(
    () =>
      (inside.get(folder) ?? []).toSorted(
        (a, b) => Number(b.is_dir) - Number(a.is_dir) || byName.compare(a.name, b.name) * (down ? -1 : 1),
      ),
    [inside, folder, down],
  )
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  })
  return (
    <div ref={scroller} style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const file = shown[index]
          return (
            file && (
              <div
                key={key}
                data-file={file.id}
                style={{
                  position: 'absolute',
                  top: 0,
                  display: 'grid',
                  gridTemplateColumns: '1fr 8rem 8rem',
                  width: '100%',
                  height,
                  transform: `translateY(${start}px)`,
                }}
              >
                <span>{file.name}</span>
                <span>{file.document ? number.format(file.document.size) : ''}</span>
                <span>{day.format(new Date(`${file.created_at.replace(' ', 'T')}Z`))}</span>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

export const candidate: Candidate = {
  ...peerApp(
    rows => rows,
    rows => <BareTable rows={rows} />,
  ),
  enter: () => enter(bigFolder),
  sortDown: () => sortDown(),
  row: (root, { id }) => root.querySelector(`[data-file="${id}"]`),
}
