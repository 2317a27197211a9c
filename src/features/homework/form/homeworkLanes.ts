/** The beginning of the lanes of a class. Each homework has its own, so that a refused one does not block others. */
export const getHomeworkPrefix = (courseId: number): string => `homework/${courseId}/`
