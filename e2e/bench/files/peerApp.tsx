import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { ClassFile } from '../../../src/contract/files.ts'
import type { Candidate } from './candidate.ts'

const ClassFiles = z.array(ClassFile)

/**
 * Creates an app that consists of React and a file list. `prepared` converts the rows for the list, when it is opened.
 */
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
    // Parse the response, as every app should.
    receive: async answer => show(prepared(ClassFiles.parse(JSON.parse(await answer.text())))),
  }
}
