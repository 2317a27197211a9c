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

/** The school's, or one of twelve of tokens.css. Steps of five give neighbours different colours. */
export function subjectColour(id: number, colour: string | null): string {
  return colour ?? `var(--subject-${names[(id * 5) % names.length] ?? 'stone'})`
}
