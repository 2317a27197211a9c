import { openBrowserSchool } from './openBrowserSchool.ts'
import type { School } from './school.ts'
import { servePort } from './servePort.ts'

// Shared by all tabs.
let school: Promise<School> | undefined
addEventListener('connect', event => {
  if (!(event instanceof MessageEvent)) return
  const [port] = event.ports
  if (!port) return
  servePort(port, preset => {
    school ??= openBrowserSchool(preset)
    return school
  })
})
