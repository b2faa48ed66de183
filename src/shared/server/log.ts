import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'access',
  'refresh',
  'secret',
  'secretKey',
  'SECRET_KEY',
  'demoPassword',
  'databaseUrl',
  'databaseOwnerUrl',
];

/**
 * The program's log: one JSON line for each entry on standard error, so that standard output stays for people.
 * Fields that carry secrets are blanked down to the third level.
 * @param level pino's level names, 'silent' for none
 * @param part what of the program speaks: 'parent', 'api', 'worker', …
 */
export function createLog(level: string, part: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths(), censor: '[removed]' },
  };
  return pino(options, destination ?? pino.destination({ fd: 2, sync: true }));
}

function redactedPaths(): string[] {
  return ['', '*.', '*.*.'].flatMap((prefix) =>
    secretFields.map((field) =>
      field.includes('-') ? `${prefix.replace(/\.$/, '')}["${field}"]` : prefix + field,
    ),
  );
}
