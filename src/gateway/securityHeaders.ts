/**
 * CSP of the app (rule 17). Mantine writes style elements, and a static page can't have a nonce, so inline
 * styles are allowed. Inline scripts never are.
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
  // PDF reader and sanitizer (src/ui/viewer), worker for photos (src/ui/photos).
  'trusted-types': 'staffroom-pdf staffroom-photos dompurify',
}

const formatPolicy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ')

export const contentSecurityPolicy = formatPolicy(policy)

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
  // Teachers record spoken feedback (src/ui/recording).
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()',
}

/** SQLite compiles WebAssembly. `default` is the policy of demo/trustDemoScripts. */
export const demoSecurityHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': formatPolicy({
    ...policy,
    'script-src': "'self' 'wasm-unsafe-eval'",
    'trusted-types': `${policy['trusted-types']} default`,
  }),
}

export const dataHeaders: Readonly<Record<string, string>> = { ...commonHeaders, 'Cache-Control': 'no-store' }
