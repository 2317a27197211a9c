import type { Mark } from '../features/homework/scheme/marks.ts'
import { maxLabelLength, parseScheme, type SchemeLine } from '../features/homework/scheme/schemeLines.ts'
import { formatPoints } from '../lib/points.ts'
import { fc } from './fastCheck.ts'

const anyPoints = fc.integer({ min: 0, max: 4000 }).map(quarters => quarters / 4)
const anyLabel = fc
  .oneof(fc.stringMatching(/^[1-9]\d?[a-d]?$/), fc.string({ unit: 'grapheme', maxLength: maxLabelLength }))
  // Only labels that a scheme can have.
  .map(label => parseScheme(`${label} 1`).lines[0]?.label)
  .filter(label => label !== undefined)

/** Lines of a scheme. */
export const anyLines: fc.Arbitrary<SchemeLine[]> = fc.uniqueArray(
  fc.record({ label: anyLabel, max: anyPoints.filter(max => max > 0) }),
  { minLength: 1, maxLength: 12, selector: ({ label }) => label },
)

/** Points of a pupil. Some lines are no longer in the scheme, and these are at the end. */
export const anyMarks: fc.Arbitrary<Mark[]> = fc
  .tuple(anyLines, fc.infiniteStream(fc.option(anyPoints)), fc.nat({ max: 3 }))
  .map(([lines, points, removedCount]) =>
    lines.map(({ label, max }, index) => {
      const given = points.next().value
      const typed = given === null || given === undefined ? '' : formatPoints(given, 'de')
      const isRemoved = index > 0 && index >= lines.length - removedCount
      return isRemoved ? { label, max, points: typed || '1', isRemoved } : { label, max, points: typed }
    }),
  )
