/**
 * For the app's pages from every host (cases 17), plain data for file servers too. `style-src` allows inline: Mantine
 * writes style elements, and a static page can't carry a fresh nonce. Scripts never do.
 */
const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // Who may vouch for a script: what starts the reader of PDF, and the sanitizer's parser (src/ui/viewer).
  'trusted-types': 'staffroom-pdf dompurify',
}

const written = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ')

export const contentSecurityPolicy = written(policy)

/** Safe on every answer, data and pages alike. */
export const everyAnswer: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
}

export const securityHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}

/** For the demo's pages, where SQLite must compile: WebAssembly only, still no text. `default`: demo/trustDemoScripts. */
export const demoSecurityHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': written({
    ...policy,
    'script-src': "'self' 'wasm-unsafe-eval'",
    'trusted-types': `${policy['trusted-types']} default`,
  }),
}

/** For data: it is kept nowhere on the way, and no page of it ever runs. */
export const dataHeaders: Readonly<Record<string, string>> = { ...everyAnswer, 'Cache-Control': 'no-store' }
