/** `slow`: it took too long. */
export const copyProblems = ['tooLarge', 'unreadable', 'slow'] as const

/** No marked copy of a file can be created. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
  readonly reason: (typeof copyProblems)[number]
  constructor(reason: (typeof copyProblems)[number], options?: ErrorOptions) {
    super(`no marked copy: ${reason}`, options)
    this.reason = reason
  }
}
