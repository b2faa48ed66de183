import { showBin } from '../shared/server/records/bin.ts';
import type { Tx } from '../shared/server/tenancy.ts';

/** A name, or a serial line that may be a link, which stood in a port at the upgrade and has not been looked up since. */
export type LeftName = { readonly port_id: number } & (
  | { readonly host: string; readonly port: number; readonly tty: null }
  | { readonly host: null; readonly port: null; readonly tty: string }
);

/** Those of the scope's company that a port still has, one port for each. Ports in the archive count, too. */
export async function listLeftNames(tx: Tx): Promise<LeftName[]> {
  await showBin(tx);
  const { rows } = await tx.query<LeftName>(
    `select min(o.id) as port_id, e.host, e.from_port as port, e.tty
     from shared.allowed_endpoint e join plants.port o on o.company_id = e.company_id
       and (e.tty = o.tty or e.host = lower(rtrim(o.host, '.')) and e.from_port = o.port)
     where e.company_id = $1 and not e.resolved group by 2, 3, 4 order by 1`,
    [tx.scope.company_id],
    'left_names',
  );
  return rows;
}
