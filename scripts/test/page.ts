import { Buffer } from 'node:buffer'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

configure({
  // A long limit costs no time when a test passes.
  asyncUtilTimeout: 60_000,
  // Do not wrap events in `act`. An event inside another `act`, e.g. if a hidden field loses the focus, would end the
  // outer queue, and suspended components would never continue.
  eventWrapper: dispatch => dispatch(),
  // Queries are repeated until they succeed, and each failure would print the whole page for an error that is never
  // shown. DEBUG_PRINT_LIMIT=7000 prints it.
  ...(process.env.DEBUG_PRINT_LIMIT === undefined && {
    getElementError: (message: string | null) =>
      Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  }),
})

// Updates outside of `act` run at React's own time, as in a browser. This hook runs after the one of Testing Library
// that enables `act`.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

// Features that jsdom lacks and Mantine needs: a light page of one size that never scrolls.
window.matchMedia ??= query => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}

// The service runs in the page. Node creates the files of a form with the global `File` of jsdom, but only accepts its
// own class. So forms are parsed here.
Response.prototype.formData = async function () {
  const boundary = /boundary="?([^";]+)/.exec(this.headers.get('content-type') ?? '')?.[1]
  const form = new FormData()
  const bytes = Buffer.from(await this.arrayBuffer())
  if (boundary === undefined) {
    for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value)
    return form
  }
  // Latin-1 has a character for every byte.
  const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)
  if (parts.length === 0) throw new TypeError('the form has no parts')
  for (const part of parts) {
    const end = part.indexOf('\r\n\r\n')
    const head = Buffer.from(part.slice(0, end), 'latin1').toString()
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1')
    const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? ''
    const fileName = /filename="([^"]*)"/.exec(head)?.[1]
    const type = /Content-Type: ([^\r]*)/i.exec(head)?.[1] ?? ''
    form.append(
      name,
      fileName === undefined
        ? content.toString()
        : new File([new Uint8Array(content)], fileName.replaceAll('%22', '"'), { type }),
    )
  }
  return form
}

afterEach(cleanup)

// Test files share the page (vitest.config.ts), so reset everything that a file may have changed.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name)
  document.title = ''
  document.onkeydown = null
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
