/** Why the server did not start: one sentence for whoever typed the command. Nothing was overwritten. */
export class StartError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[], cause?: unknown) {
    super(sentences.join('\n'), { cause })
    this.name = 'StartError'
    this.sentences = sentences
  }
}
