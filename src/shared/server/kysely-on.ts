import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './database.generated.ts';

/** One connection whose transaction somebody else opened and will end. */
class OneConnection implements Driver {
  readonly #connection: DatabaseConnection;
  constructor(client: pg.PoolClient) {
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const result = await client.query(query.sql, query.parameters as unknown[]);
        return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
      },
      streamQuery() {
        throw new Error('streaming is not offered inside a scope');
      },
    };
  }
  async init(): Promise<void> {
    return undefined;
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('a scope is one transaction already');
  }
  async commitTransaction(): Promise<void> {
    throw new Error('the scope commits by itself');
  }
  async rollbackTransaction(): Promise<void> {
    throw new Error('throw to roll a scope back');
  }
  async releaseConnection(): Promise<void> {
    return undefined;
  }
  async destroy(): Promise<void> {
    return undefined;
  }
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

/** Kysely on a connection in whose transaction it stands. */
export function kyselyOn(client: pg.PoolClient): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new OneConnection(client),
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}
