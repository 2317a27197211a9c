import type { Db } from './schema.ts'

/** Selects a file and the folders above it. UNION drops repeated rows, so a cycle of folders ends. */
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

/** Selects a file, or a folder with its content. UNION drops repeated rows, so a cycle of folders ends. */
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
