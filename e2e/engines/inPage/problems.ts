/** Records uncaught errors, errors in the console and violations of the content security policy. */
export function findProblems(): () => string[] {
  const problems: string[] = []
  const add = (kind: string, what: unknown) => {
    problems.push(`${kind}: ${what instanceof Error ? `${what.message} ${what.stack ?? ''}` : String(what)}`)
  }
  window.addEventListener('error', ({ error, message }) => {
    // The observer continues in the next frame.
    if (!message.startsWith('ResizeObserver loop')) add('uncaught', error ?? message)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => add('unhandled', reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    add('policy', `${violatedDirective} blocked ${blockedURI}`),
  )
  const print = console.error
  console.error = (...args: unknown[]) => {
    add('console', args.map(String).join(' '))
    print(...args)
  }
  return () => problems.splice(0)
}
