/**
 * Returns the files of a submission in the order of their pages. The names of photos begin with their number, and
 * services guarantee no order (rule 48).
 */
export const sortSubmissionFiles = <F extends { id: number; name: string }>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => collator.compare(a.name, b.name) || a.id - b.id)

const collator = new Intl.Collator(undefined, { numeric: true })
