import type { SchoolLanguage } from '../schoolKind.ts'
import { textsOf } from '../texts/textsOf.ts'

/** A curriculum of just so many characters, with blank lines between its parts. */
export function curriculum(length: number, language: SchoolLanguage): string {
  const { topics, line } = textsOf(language).curriculum
  const parts: string[] = []
  for (let number = 1, size = 0; size < length; number += 1) {
    const [topic = '', ...steps] = topics[number % topics.length] ?? []
    const lines = steps.map((step, index) =>
      line
        .replace('{number}', `${number}.${index + 1}`)
        .replace('{step}', step)
        .replace('{lessons}', String(2 + ((number + index) % 4)))
        .replace('{page}', String(10 + number * 4 + index)),
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
