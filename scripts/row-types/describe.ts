import type { Client } from 'pg';

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** A column of a statement's rows. */
export interface Column {
  readonly name: string;
  /** What the driver hands over, in TypeScript, without null. */
  readonly type: string;
  /** Whether it can be null; undefined where only the data say so. */
  readonly nullable: boolean | undefined;
}

/** Parses a statement and asks for its columns; nothing is run. */
class Description {
  fields: readonly Field[] = [];
  readonly done: Promise<readonly Field[]>;
  readonly #text: string;
  #end: { resolve(fields: readonly Field[]): void; reject(error: Error): void } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#end = { resolve, reject };
    });
  }

  submit(connection: { parse(of: object): void; describe(of: object): void; sync(): void }): void {
    connection.parse({ text: this.#text });
    connection.describe({ type: 'S' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.#end?.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end?.resolve(this.fields);
  }
}

// What the driver is told to hand over (src/shared/server/db.ts), and what it hands over by itself.
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
};
/** Arrays whose elements the driver reads; others come as strings. */
const ARRAYS = new Set(['bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'timestamptz', 'bytea', 'text']);

const typeOf = (name: string): string => {
  if (!name.startsWith('_')) return TYPES[name] ?? 'string';
  const element = name.slice(1);
  return ARRAYS.has(element) ? `(${TYPES[element] ?? 'string'} | null)[]` : 'string | string[]';
};

interface Origin {
  readonly table: string;
  readonly column: string;
  readonly not_null: boolean;
}

/** What PostgreSQL says of statements. */
export class Describer {
  readonly #client: Client;
  readonly #types: ReadonlyMap<number, string>;
  readonly #origins: ReadonlyMap<string, Origin>;

  private constructor(client: Client, types: Map<number, string>, origins: Map<string, Origin>) {
    this.#client = client;
    this.#types = types;
    this.#origins = origins;
  }

  static async of(client: Client): Promise<Describer> {
    const types = await client.query<{ oid: number; typname: string }>(
      'select oid::int, typname from pg_type',
    );
    // A view's columns are those of the table that it has its name of.
    const columns = await client.query<Origin & { oid: number; number: number }>(
      `select c.oid::int, a.attnum as number, c.relname as table, a.attname as column,
              coalesce(b.attnotnull, a.attnotnull) as not_null
       from (select * from pg_class where relnamespace <> 'pg_catalog'::regnamespace) c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       left join pg_class t on c.relkind = 'v' and t.relname = c.relname and t.relkind in ('r', 'p')
         and t.relnamespace = 'public'::regnamespace
       left join pg_attribute b on b.attrelid = t.oid and b.attname = a.attname`,
    );
    return new Describer(
      client,
      new Map(types.rows.map(({ oid, typname }) => [oid, typname])),
      new Map(columns.rows.map((row) => [`${row.oid}.${row.number}`, row])),
    );
  }

  /** The columns of a statement. @throws what PostgreSQL refuses it with */
  async columnsOf(text: string): Promise<Column[]> {
    const description = new Description(text);
    this.#client.query(description as never);
    const fields = await description.done;
    return fields.map(({ name, tableID, columnID, dataTypeID }) => ({
      name,
      type: typeOf(this.#types.get(dataTypeID) ?? ''),
      nullable: nullability(text, this.#origins.get(`${tableID}.${columnID}`)),
    }));
  }
}

/**
 * Whether a plain column can be null: known where it is not null in the table and no outer join adds rows without it, and
 * where it may be null and no condition leaves those rows out.
 */
function nullability(text: string, origin: Origin | undefined): boolean | undefined {
  if (!origin) return undefined;
  const { table, column, not_null } = origin;
  if (
    /\b(right|full)\s+(outer\s+)?join\b|\b(left)\s+(outer\s+)?join\s+(lateral\s*)?\(|\bunion\b|\bgrouping\b/i.test(
      text,
    )
  )
    return undefined;
  if (new RegExp(`\\bleft\\s+(outer\\s+)?join\\s+(\\w+\\.)?${table}\\b`, 'i').test(text)) return undefined;
  if (not_null) return false;
  return new RegExp(
    `\\b${column}\\b[^,]*\\bis\\s+not\\s+null|\\b${column}\\s*(=|<|>|between)|${column}\\s*\\)?\\s*(=|<|>)`,
    'i',
  ).test(text)
    ? undefined
    : true;
}
