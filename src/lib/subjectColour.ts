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
 * Colour of a subject for the `--subject` property: the school's own (`#RRGGBB`), else one of the twelve of
 * tokens.css, always the same for the same id. Five steps on for the next id, so that neighbours differ.
 */
export function subjectColour(id: number, colour: string | null): string {
  return colour ?? `var(--subject-${names[(id * 5) % names.length] ?? 'stone'})`
}
