// Runs before the app's script: sets the theme, chooses the placeholder (index.html) and sends the first requests.
// A separate file, because the content security policy forbids inline scripts.
;(() => {
  const page = document.documentElement
  const script = document.currentScript
  const readStored = key => {
    try {
      return localStorage.getItem(key)
    } catch {
      // The browser may block storage.
      return null
    }
  }

  // The key of Mantine's localStorageColorSchemeManager.
  const theme = readStored('mantine-color-scheme-value')
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  const isDemo = page.hasAttribute('data-demo')
  let mayBeSignedIn = true
  try {
    // Only the demo stores its session in the tab. Otherwise src/app/rememberSignIn.ts stores whether there is one.
    mayBeSignedIn = isDemo
      ? sessionStorage.getItem('staffroom-demo.session') !== null
      : localStorage.getItem('staffroom.signed-in') !== null
  } catch {
    mayBeSignedIn = false
  }
  const isSignIn = !mayBeSignedIn || /\/(?:sign-in|auth)(?:\/|$)/.test(location.pathname)
  if (isSignIn) page.setAttribute('data-shape', 'sign-in')

  // Both values are written by the build (scripts/vitePlugins.ts).
  const { early = '{}', timetablePath = '^$' } = script.dataset
  const earlyFiles = JSON.parse(early)
  const fetchFiles = (files = []) => {
    for (const file of files) {
      const link = document.createElement('link')
      // Browsers warn about preloaded styles that are not used, but not about style sheets.
      link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }
  let chosenLanguage
  try {
    chosenLanguage = JSON.parse(readStored('staffroom.settings') || '{}').language
  } catch {
    // Invalid settings: use the browser's language, as chooseLanguage does.
  }
  const tags = [chosenLanguage, ...navigator.languages].map(tag => String(tag).split('-')[0])
  const language = tags.find(tag => tag in earlyFiles) || 'en'
  page.lang = language
  // The first paint contains the title of the sign-in screen, if nothing above the title moves it.
  const isOtherPage = isDemo || /\/(?:auth|sign-in\/callback)\/?$/.test(location.pathname)
  if (isSignIn && !isOtherPage && !new URLSearchParams(location.search).has('notice')) {
    page.setAttribute('data-title', '')
  }
  fetchFiles(earlyFiles[language])
  const isTimetable = !isSignIn && new RegExp(timetablePath).test(location.pathname)
  // The demo has a sign-in screen of its own.
  const screen = isTimetable ? 'timetable' : isSignIn && !isDemo ? 'signIn' : ''
  fetchFiles(earlyFiles[screen])
  fetchFiles(earlyFiles[`${screen}.${language}`])

  // The session, which src/main.tsx uses. A pending sign-out must be sent first, or the response would be outdated.
  if (isDemo || readStored('staffroom.sign-out-unheard') !== null) return
  window.staffroomEarly = {
    signInMarkers: ['staffroom.signed-out-at', 'staffroom.signed-in'].map(key => [key, readStored(key)]),
    session: fetch(new URL('session', script.src), {
      // Opening the page counts as activity.
      headers: { 'X-Staffroom': '1', 'X-Staffroom-Act': '1', Accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(20000),
    }),
  }
  window.staffroomEarly.session.catch(() => undefined)
})()
