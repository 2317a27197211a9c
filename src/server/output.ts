// A closed pipe, for example, must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

export function writeLine(output: NodeJS.WriteStream, text: string): void {
  try {
    output.write(`${text}\n`)
  } catch {
    // Writing to a file is synchronous and can throw.
  }
}

/** Sets the exit code to 1. */
export function printErrors(messages: readonly string[]): void {
  for (const message of messages) writeLine(process.stderr, message)
  process.exitCode = 1
}
