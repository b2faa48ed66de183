import { LEFT_OUT } from '../../src/apps/server/backup/tables.repository.ts';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';

/** Rows and a sum over all that stands in each table which a backup holds; the same for the same contents. */
export async function readContents(
  superuser: DatabaseTarget,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and not relname = any($1) order by relname`,
      [[...LEFT_OUT, ...without]],
    );
    const contents: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: sums } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      contents[name] = sums[0]?.sum ?? '';
    }
    return contents;
  });
}
