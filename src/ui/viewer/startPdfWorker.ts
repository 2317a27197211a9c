import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

type Policy = { createScriptURL: (url: string) => unknown }
type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}
const policies = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

/**
 * The reader of PDF in a worker of its own, from this origin. Under Trusted Types a worker's address must come from a
 * policy; this one knows a single address. gateway/securityHeaders.ts lists its name.
 */
export function startPdfWorker(): Worker {
  return new Worker(trusted(globalThis, workerUrl), { type: 'module', name: 'pdf' })
}

let policy: Policy | undefined

function trusted(scope: object, address: string): string {
  if (!policies(scope)) return address
  policy ??= scope.trustedTypes.createPolicy('staffroom-pdf', {
    createScriptURL(url) {
      if (url === workerUrl) return url
      throw new TypeError('Only the reader of PDF is started here.')
    },
  })
  // The DOM's types know no TrustedScriptURL, which Worker takes in place of text.
  return policy.createScriptURL(address) as string
}
