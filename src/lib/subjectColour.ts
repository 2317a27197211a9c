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

/**
 * Returns the school's colour of a subject, or one of the twelve colours of tokens.css by the ID. Steps of five give
 * neighbours different colours.
 */
export function subjectColour(id: number, colour: string | null): string {
  return colour ?? `var(--subject-${names[(id * 5) % names.length] ?? 'stone'})`
}
