import type { SchoolExtension } from '../../server/school.ts'
import { addFaults } from './addFaults.ts'
import { withFaults } from './withFaults.ts'

export const faults: SchoolExtension = { fill: addFaults, wrap: withFaults }
