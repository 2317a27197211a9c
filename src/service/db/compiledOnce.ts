import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** What a query is given each time. */
type Values = Record<string, string | number | null>

/**
 * A query that is built and compiled when it is first asked, and then only given its values: building one costs more than
 * SQLite takes to answer it. For what every request asks.
 *
 *     const courseOf = compiledOnce((db, { id }: { id: number }) =>
 *       db.selectFrom('courses').select('school_id').where('id', '=', id))
 *     const [course] = await courseOf(db, { id: 7 })
 *
 * `build` only puts the values where they belong: it may not look at them, nor count with them.
 */
export function compiledOnce<Given extends Values, Row>(
  build: (db: Db, values: Given) => Compilable<Row>,
): (db: Db, values: Given) => Promise<Row[]> {
  // Each dialect says it in its own way; transactions of a database share its adapter.
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return async (db, values) => {
    const { adapter } = db.getExecutor()
    let query = known.get(adapter)
    if (!query) {
      query = build(db, placesFor(values)).compile()
      known.set(adapter, query)
    }
    const parameters = query.parameters.map(each => (each instanceof Place ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Stands in a compiled query where a value belongs. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** What is counted with a value, or put into a text, would be the same for all. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`"${this.name}" is given when the query runs, and not known before`)
  }
}

const placesFor = <Given extends Values>(values: Given) =>
  Object.fromEntries(Object.keys(values).map(name => [name, new Place(name)])) as unknown as Given
