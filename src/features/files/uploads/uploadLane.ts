/** Each file and each folder of an upload has a lane of its own: one that fails keeps no other back (cases 26). */
export const uploadLane = (courseId: number, item: string): string => `${uploadLanes(courseId)}${item}`

/** What every lane of uploads to a class begins with. */
export const uploadLanes = (courseId: number): string => `upload/${courseId}/`
