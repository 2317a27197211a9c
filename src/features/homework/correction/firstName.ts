import { harmlessName } from '../../../ui/harmlessName.ts'

/** What a teacher calls a pupil in a sentence: the first word of the name, or of what follows a comma in it. */
export function firstName(name: string): string {
  const [family = '', given = ''] = harmlessName(name).split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}
