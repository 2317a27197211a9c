/** The only school there is. */
export const seedSchoolId = 1
