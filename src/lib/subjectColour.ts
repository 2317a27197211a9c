const names = [
  'cherry',
  'coral',
  'ochre',
  'olive',
  'leaf',
  'pine',
  'teal',
  'sky',
  'azure',
  'violet',
  'plum',
  'stone',
] as const

/** The school's own, else one of twelve of tokens.css by id; five steps on for the next, so that neighbours differ. */
export function subjectColour(id: number, colour: string | null): string {
  return colour ?? `var(--subject-${names[(id * 5) % names.length] ?? 'stone'})`
}
