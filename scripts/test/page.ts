import { Buffer } from 'node:buffer'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

configure({
  asyncUtilTimeout: 60_000,
  // Do not wrap events in `act`. A nested `act` would end the outer queue, and suspended components would
  // never continue.
  eventWrapper: dispatch => dispatch(),
  // Queries are repeated, and each failure would print the whole page. DEBUG_PRINT_LIMIT=7000 prints it.
  ...(process.env.DEBUG_PRINT_LIMIT === undefined && {
    getElementError: (message: string | null) =>
      Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  }),
})

// Updates outside of `act` run at React's own time. Runs after the hook of Testing Library that enables
// `act`.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

// jsdom lacks these, and Mantine needs them.
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

// Node's form parser creates jsdom's `File`, but accepts only its own. So forms are parsed here.
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

// Test files share the page (vitest.config.ts).
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
