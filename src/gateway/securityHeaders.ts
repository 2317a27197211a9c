/**
 * Content security policy of the app's pages on every host (rule 17), as plain data for file servers. `style-src`
 * allows inline styles, because Mantine writes style elements and a static page can't have a new nonce each time.
 * Inline scripts are never allowed.
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
  // Policies that may create script URLs or HTML: the loader of the PDF reader and the sanitizer's parser
  // (src/ui/viewer).
  'trusted-types': 'staffroom-pdf dompurify',
}

const formatPolicy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ')

export const contentSecurityPolicy = formatPolicy(policy)

/** Headers of every response, data and pages. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
}

export const securityHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}

/**
 * Headers of the demo's pages, where SQLite must compile WebAssembly. JavaScript from text stays forbidden. `default`
 * is the policy of demo/trustDemoScripts.
 */
export const demoSecurityHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': formatPolicy({
    ...policy,
    'script-src': "'self' 'wasm-unsafe-eval'",
    'trusted-types': `${policy['trusted-types']} default`,
  }),
}

/** Headers of data: no cache stores it, and it never runs as a page. */
export const dataHeaders: Readonly<Record<string, string>> = { ...commonHeaders, 'Cache-Control': 'no-store' }
