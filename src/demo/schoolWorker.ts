import { openBrowserSchool } from './openBrowserSchool.ts'
import type { School } from './school.ts'
import { servePort } from './servePort.ts'

// One school for all tabs. The SharedWorker ends when the last tab is closed.
let school: Promise<School> | undefined
addEventListener('connect', event => {
  if (!(event instanceof MessageEvent)) return
  const [port] = event.ports
  if (!port) return
  servePort(port, wish => {
    school ??= openBrowserSchool(wish)
    return school
  })
})
