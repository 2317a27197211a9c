// Sets the theme, and which shape stands until the app is there (index.html), before the first paint. A file of its own, because the content security policy forbids inline scripts.
// The key is the one Mantine's localStorageColorSchemeManager uses.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage can be blocked; the system's theme is used then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const page = document.documentElement
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  let signedIn = true
  try {
    // The demo keeps in its tab who is signed in; a server keeps it to itself.
    if (page.hasAttribute('data-demo')) signedIn = sessionStorage.getItem('staffroom-demo.session') !== null
  } catch {
    signedIn = false
  }
  if (!signedIn || /\/(?:sign-in|auth)(?:\/|$)/.test(location.pathname))
    page.setAttribute('data-shape', 'sign-in')
})()
