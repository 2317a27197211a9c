// Sets the theme before the first paint. A file of its own, because the content security policy forbids inline scripts.
// The key is the one Mantine's localStorageColorSchemeManager uses.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage can be blocked; the system's theme is used then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
