import { openBrowserSchool } from './openBrowserSchool.ts'
import { servePort } from './servePort.ts'

// One school for all tabs: a SharedWorker lives as long as any of them.
const school = openBrowserSchool()
addEventListener('connect', event => {
  if (!(event instanceof MessageEvent)) return
  const [port] = event.ports
  if (port) servePort(port, school)
})
