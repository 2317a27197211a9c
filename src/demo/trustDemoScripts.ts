type Policies = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}
const hasPolicies = (scope: object): scope is { trustedTypes: Policies } => 'trustedTypes' in scope

/**
 * Under Trusted Types the browser takes the address of a worker only from a policy. MSW and bundled workers give plain
 * text, which the policy named `default` sees: it lets through scripts of this origin, and throws for every other.
 */
export function trustDemoScripts(scope: object, origin: string): void {
  if (!hasPolicies(scope)) return
  scope.trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, origin).origin === origin) return url
      throw new TypeError(`A script from ${url} does not belong to the demo.`)
    },
  })
}
