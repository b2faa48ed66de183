import { tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { restore, softDelete } from '../../../shared/server/records/bin.ts';
import { listRows } from '../../../shared/server/records/company-list.repository.ts';
import { changeRow, createRow } from '../../../shared/server/records/company-list.ts';
import type { DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';
import { downtimeCauses, downtimeCausesBin } from './downtime-causes.service.ts';

const FILES = {
  en: { name: 'downtime-causes', sheet: 'Downtime causes', head: ['Downtime cause', 'Description'] },
  it: { name: 'cause-di-fermo', sheet: 'Cause di fermo', head: ['Causa di fermo', 'Descrizione'] },
} as const;

export const downtimeCausesHandlers: Handlers<typeof downtimeCausesCalls> = {
  list: ({ tx }) => listRows<DowntimeCause>(tx, downtimeCauses),
  async exportList({ tx, query, language: asked, now }) {
    const { format, language = asked } = query;
    const { name, sheet, head } = FILES[language];
    return tableAnswer<DowntimeCause>({
      name: `${name}-${now.toISOString().slice(0, 10)}`,
      sheet,
      language,
      format,
      columns: [
        { head: head[0], of: (row) => row.name },
        { head: head[1], width: 60, of: (row) => row.description },
      ],
      page: { rows: await listRows<DowntimeCause>(tx, downtimeCauses) },
    });
  },
  create: ({ tx, body }) => createRow<DowntimeCause>(tx, downtimeCauses, body),
  update: ({ tx, params, body }) => changeRow<DowntimeCause>(tx, downtimeCauses, { ...body, ...params }),
  remove: ({ tx, params, now }) => softDelete(tx, downtimeCausesBin, params.id, { now }),
  listBin: ({ tx, query }) => downtimeCausesBin.list(tx, query),
  restore: ({ tx, params }) => restore(tx, downtimeCausesBin, params.id),
  purge: ({ tx, params }) => downtimeCausesBin.purge(tx, params.id),
};
