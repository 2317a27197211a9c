const topics = [
  [
    'Fractions',
    'expand and reduce',
    'compare and order',
    'add and subtract',
    'multiply and divide',
    'decimal fractions',
  ],
  ['Terms and equations', 'brackets', 'two variables', 'factor out', 'linear equations', 'word problems'],
  [
    'Geometry',
    'angles at parallels',
    'triangles by three pieces',
    'area of a trapezium',
    'circles',
    'prisms',
  ],
  ['Proportions', 'tables and graphs', 'rule of three', 'per cent', 'interest', 'scales'],
  [
    'Data and chance',
    'mean and median',
    'box plots',
    'relative frequency',
    'two-stage experiments',
    'misleading charts',
  ],
] as const

/** A curriculum of just so many characters, with blank lines between its parts. */
export function curriculum(length: number): string {
  const parts: string[] = []
  for (let number = 1, size = 0; size < length; number += 1) {
    const [topic, ...steps] = topics[number % topics.length] ?? topics[0]
    const lines = steps.map(
      (step, index) =>
        `${number}.${index + 1} ${step}: ${2 + ((number + index) % 4)} lessons, p. ${10 + number * 4 + index}. Everybody can say what it is for, show it with a drawing, and check a result by an estimate.`,
    )
    const part = [`${number}. ${topic}`, ...lines].join('\n')
    parts.push(part)
    size += part.length + 2
  }
  return parts
    .join('\n\n')
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length, '.')
}
