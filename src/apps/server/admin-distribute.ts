import { StartFault } from '../../shared/server/start-fault.ts';
import type { Command } from './admin-values.ts';
import { readDatabaseUrl, withClient } from './postgres/connect.ts';
import { distribute } from './postgres/distribute.ts';

/** What is asked of a database of several machines. */
export const distributeCommands: Readonly<Record<string, Command>> = {
  distribute: {
    usage: 'distribute',
    options: {},
    async run(_pool, _values, _positionals, { databaseUrl, databaseOwnerUrl }) {
      const url = databaseOwnerUrl ?? databaseUrl;
      if (url === undefined) {
        throw new StartFault(
          'The embedded database lies on this one machine: to spread companies over several, set DATABASE_URL to the coordinator of a Citus cluster.',
        );
      }
      const setting = databaseOwnerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
      const target = readDatabaseUrl(url, setting);
      const done = await withClient(target, (client) => distribute(client, (line) => console.log(line)));
      console.log(
        `${done.distributed.length} tables were distributed over ${done.workers} workers, ${done.moved} parts moved.`,
      );
    },
  },
};
