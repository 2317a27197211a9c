import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { ClassFile } from '../../../src/contract/files.ts'
import type { Candidate } from './candidate.ts'

const ClassFiles = z.array(ClassFile)

/** An app of nothing but React and a file list. `prepared` makes of the rows what the list takes, at its opening. */
export function peerApp<Prepared>(
  prepared: (rows: readonly ClassFile[]) => Prepared,
  list: (of: Prepared) => ReactNode,
): Pick<Candidate, 'prepare' | 'start' | 'open' | 'receive'> {
  let rows: readonly ClassFile[] = []
  let show = (_: Prepared) => {}
  function PeerApp() {
    const [shown, setShown] = useState<Prepared>()
    show = of => setShown(() => of)
    return shown === undefined ? <p>Not yet</p> : list(shown)
  }
  return {
    prepare: of => {
      rows = of
    },
    start: root => createRoot(root).render(<PeerApp />),
    open: () => show(prepared(rows)),
    // Checked, as any app should that reads what a service says.
    receive: async answer => show(prepared(ClassFiles.parse(JSON.parse(await answer.text())))),
  }
}
