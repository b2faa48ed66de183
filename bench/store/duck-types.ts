/** What is used of @duckdb/node-api: it is fetched when it is measured, so its own types are not at hand. */

export interface DuckAppender {
  appendInteger(value: number): void;
  appendDouble(value: number): void;
  appendTimestamp(value: unknown): void;
  appendNull(): void;
  endRow(): void;
  closeSync(): void;
}

export interface DuckConnection {
  run(text: string): Promise<unknown>;
  runAndReadAll(text: string): Promise<{ getColumns(): (number | bigint | null | { micros: bigint })[][] }>;
  createAppender(table: string): Promise<DuckAppender>;
  closeSync(): void;
}

export interface DuckApi {
  version(): string;
  DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckConnection>; closeSync(): void }>;
  };
  DuckDBTimestampValue: new (micros: bigint) => unknown;
}
