import { Buffer } from 'node:buffer'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

configure({
  // A long limit costs no time when a test passes.
  asyncUtilTimeout: 60_000,
  // Never in an `act` of its own: inside another one, as where a field that is hidden loses the focus, it would end that
  // one's queue, and what suspends in it is undone for ever.
  eventWrapper: dispatch => dispatch(),
  // Asked again and again, and every time it is not there yet the whole page would be printed for an error nobody
  // sees. DEBUG_PRINT_LIMIT=7000 prints it.
  ...(process.env.DEBUG_PRINT_LIMIT === undefined && {
    getElementError: (message: string | null) =>
      Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
  }),
})

// What happens outside of `act` happens in React's own time, as in a browser. Testing Library's own hook, which says
// otherwise, comes before.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

// What jsdom lacks and Mantine asks for: a page of one size, light, that never scrolls.
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

// The service runs in the page here. Node makes the files of a form with the global `File`, jsdom's, and then takes none
// but its own: so a form is read by hand.
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

// Test files share the page (vitest.config.ts): reset what a file may have changed.
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
