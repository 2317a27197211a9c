import { openBrowserSchool } from './openBrowserSchool.ts'
import type { School } from './school.ts'
import { servePort } from './servePort.ts'

// One school for all tabs: a SharedWorker lives as long as any of them.
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
