// What must not wait for the app's script: the theme, which shape stands until the app is there (index.html), and what the
// app will ask for in any case. A file of its own, because the content security policy forbids inline scripts.
;(() => {
  const page = document.documentElement
  const script = document.currentScript
  const kept = key => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be blocked.
      return null
    }
  }

  // The key is the one Mantine's localStorageColorSchemeManager uses.
  const theme = kept('mantine-color-scheme-value')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  const isDemo = page.hasAttribute('data-demo')
  let signedIn = true
  try {
    // The demo keeps in its tab who is signed in; a server keeps it to itself.
    if (isDemo) signedIn = sessionStorage.getItem('staffroom-demo.session') !== null
  } catch {
    signedIn = false
  }
  const signsIn = !signedIn || /\/(?:sign-in|auth)(?:\/|$)/.test(location.pathname)
  if (signsIn) page.setAttribute('data-shape', 'sign-in')

  // Files by what needs them, named by the build (scripts/vitePlugins.ts).
  const early = JSON.parse(script.dataset.early || '{}')
  const fetchEarly = (files = []) => {
    for (const file of files) {
      const link = document.createElement('link')
      // A style that is preloaded and then not used is warned of; one that stands there is not asked for again.
      link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }
  let chosen
  try {
    chosen = JSON.parse(kept('staffroom.settings') || '{}').language
  } catch {
    // Not ours, or damaged: the browser's language then, as in chooseLanguage.
  }
  const tags = [chosen, ...navigator.languages].map(tag => String(tag).split('-')[0])
  const language = tags.find(tag => tag in early) || 'en'
  fetchEarly(early[language])
  if (!signsIn && /(?:^\/|\/classes\/\d+\/timetable)$/.test(location.pathname))
    fetchEarly([...(early.timetable || []), ...(early[`timetable.${language}`] || [])])

  // Who is signed in (src/main.tsx takes it). Not while a sign-out is still to be told: the answer would be older than it.
  if (isDemo || kept('staffroom.sign-out-unheard') !== null) return
  window.staffroomEarly = {
    left: kept('staffroom.signed-out-at'),
    session: fetch(new URL('session', script.src), {
      headers: { 'X-Staffroom': '1', Accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(20000),
    }),
  }
  window.staffroomEarly.session.catch(() => undefined)
})()
