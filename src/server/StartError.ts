/** `sentences` are for the operator. No data was overwritten. */
export class StartError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[], cause?: unknown) {
    super(sentences.join('\n'), { cause })
    this.name = 'StartError'
    this.sentences = sentences
  }
}

export const diskFullError = (path: string, cause: unknown) =>
  new StartError([`The disk of ${path} is full. Free some space on it, then start again.`], cause)
