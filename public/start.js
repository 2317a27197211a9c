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
    // Only the demo stores its session in the tab.
    if (isDemo) mayBeSignedIn = sessionStorage.getItem('staffroom-demo.session') !== null
  } catch {
    mayBeSignedIn = false
  }
  // Written by src/app/earlyResponses.ts.
  if (!isDemo && readStored('staffroom.signed-in') === null) mayBeSignedIn = false
  const isSignIn = !mayBeSignedIn || /\/(?:sign-in|auth)(?:\/|$)/.test(location.pathname)
  if (isSignIn) page.setAttribute('data-shape', 'sign-in')

  // These values are written by the build (scripts/vitePlugins.ts). The development server has none.
  const { early = '{}', requests = '{}', timetablePath = '^$' } = script.dataset
  const earlyFiles = JSON.parse(early)
  const earlyRequests = JSON.parse(requests)
  const timetable = isSignIn ? null : new RegExp(timetablePath).exec(location.pathname)

  // First the requests, which src/main.tsx uses, because browsers send only about six at once. A pending sign-out must
  // be sent before, or the responses would be outdated.
  if (!isDemo && readStored('staffroom.sign-out-unheard') === null) {
    const responses = {}
    const request = path => {
      responses[path] = fetch(new URL(path.slice(1), script.src), {
        headers: { 'X-Staffroom': '1', Accept: 'application/json' },
        cache: 'no-store',
        signal: AbortSignal.timeout(20000),
      })
      responses[path].catch(() => undefined)
    }
    request('/session')
    const { timeline, signedIn = [] } = earlyRequests
    if (timeline && timetable?.[1] && location.search === '')
      request(timeline.replace(':course_id', timetable[1]))
    if (!isSignIn) signedIn.forEach(request)
    window.staffroomEarly = { signedOutAt: readStored('staffroom.signed-out-at'), responses }
  }

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
  fetchFiles(earlyFiles[language])
  const screen = timetable ? 'timetable' : isSignIn && !isDemo ? 'signIn' : undefined
  if (screen) {
    fetchFiles(earlyFiles[screen])
    fetchFiles(earlyFiles[`${screen}.${language}`])
  }
})()
