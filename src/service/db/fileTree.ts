import type { Db } from './schema.ts'

/** With the file itself. UNION ends at cycles of folders. */
export const ancestorsOf = (db: Db, fileId: number) =>
  db
    .withRecursive('ancestors(id, parent_id, course_id)', query =>
      query
        .selectFrom('files')
        .select(['id', 'parent_id', 'course_id'])
        .where('id', '=', fileId)
        .union(
          query
            .selectFrom('files')
            .innerJoin('ancestors', join =>
              join
                .onRef('ancestors.parent_id', '=', 'files.id')
                .onRef('ancestors.course_id', '=', 'files.course_id'),
            )
            .select(['files.id', 'files.parent_id', 'files.course_id']),
        ),
    )
    .selectFrom('ancestors')

/** With the file itself. UNION ends at cycles of folders. */
export const descendantsOf = (db: Db, fileId: number) =>
  db
    .withRecursive('descendants(id)', query =>
      query
        .selectFrom('files')
        .select('id')
        .where('id', '=', fileId)
        .union(
          query
            .selectFrom('files')
            .innerJoin('descendants', 'descendants.id', 'files.parent_id')
            .select('files.id'),
        ),
    )
    .selectFrom('descendants')
