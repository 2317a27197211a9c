import type { ReactNode } from 'react'
import { z } from 'zod/mini'
import { ClassFile } from '../../../src/contract/files.ts'
import { createApp } from '../createApp.tsx'
import type { Candidate } from './candidate.ts'

const ClassFiles = z.array(ClassFile)

/**
 * Creates an app that consists of React and a file list. `convert` converts the rows for the list, when it is opened.
 */
export function peerApp<Prepared>(
  convert: (rows: readonly ClassFile[]) => Prepared,
  renderList: (prepared: Prepared) => ReactNode,
): Pick<Candidate, 'prepare' | 'start' | 'open' | 'receive'> {
  let rows: readonly ClassFile[] = []
  const { start, show } = createApp(renderList)
  return {
    prepare: newRows => {
      rows = newRows
    },
    start,
    open: () => show(convert(rows)),
    // Parse the response, as every app should.
    receive: async response => show(convert(ClassFiles.parse(JSON.parse(await response.text())))),
  }
}
