import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './schema.ts'

type Values = Record<string, string | number | null>

/**
 * Compiles a query once. For queries of every request: building one takes longer than running it in SQLite.
 *
 *     const selectCourse = compileOnce((db, { id }: { id: number }) =>
 *       db.selectFrom('courses').select('school_id').where('id', '=', id))
 *     const [course] = await selectCourse(db, { id: 7 })
 *
 * `build` must only pass the values to the query, and not read them.
 */
export function compileOnce<Input extends Values, Row>(
  build: (db: Db, values: Input) => Compilable<Row>,
): (db: Db, values: Input) => Promise<Row[]> {
  // Transactions of a database share its adapter.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, createPlaceholders(values)).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map(parameter =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** The result would be the same in all executions. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`"${this.name}" is given when the query runs, and not known before`)
  }
}

const createPlaceholders = <Input extends Values>(values: Input) =>
  Object.fromEntries(Object.keys(values).map(name => [name, new Placeholder(name)])) as unknown as Input
