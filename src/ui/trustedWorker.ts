type Policy = { createScriptURL: (url: string) => unknown }
type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}
const hasTrustedTypes = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

const policies = new Map<string, Policy>()

type TrustedWorkerOptions = {
  /** Is in the policy of gateway/securityHeaders.ts. */
  policyName: string
  url: string
  /** For the developer tools. */
  name: string
}

/** Starts a module worker. Under Trusted Types, its URL must come from a policy, which allows only this URL. */
export function startTrustedWorker({ policyName, url, name }: TrustedWorkerOptions): Worker {
  return new Worker(toTrustedUrl(globalThis, policyName, url), { type: 'module', name })
}

function toTrustedUrl(scope: object, policyName: string, url: string): string {
  if (!hasTrustedTypes(scope)) return url
  const policy =
    policies.get(policyName) ??
    scope.trustedTypes.createPolicy(policyName, {
      createScriptURL(requested) {
        if (requested === url) return requested
        throw new TypeError(`The policy ${policyName} allows only one worker.`)
      },
    })
  policies.set(policyName, policy)
  // TypeScript's DOM types do not allow a TrustedScriptURL as the URL of a Worker.
  return policy.createScriptURL(url) as string
}
