import type { ClientConfig } from 'pg';

/** How a client reaches the database as one role. Plain JSON: it travels to the child processes by message. */
export interface DatabaseTarget {
  /** A host name, or the folder of a unix socket (it starts with a slash). */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** What `sslmode` and its kin in a URL came to, for pg; absent or false for none. */
  readonly ssl?: boolean | DatabaseSsl;
}

/** The part of TLS settings that a URL can express, with files already read. */
export interface DatabaseSsl {
  readonly rejectUnauthorized?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** The options of pg's Client and Pool for a target; `application_name` shows in pg_stat_activity. */
export function clientConfig(target: DatabaseTarget, applicationName: string): ClientConfig {
  const { ssl, ...reach } = target;
  return {
    ...reach,
    ...(ssl === undefined ? {} : { ssl }),
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  };
}
