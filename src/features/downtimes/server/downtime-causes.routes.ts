import { csvAnswer } from '../../../shared/server/http/csv-answer.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { restore, softDelete } from '../../../shared/server/records/bin.ts';
import { listRows } from '../../../shared/server/records/company-list.repository.ts';
import { changeRow, createRow } from '../../../shared/server/records/company-list.ts';
import type { DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';
import { downtimeCauses, downtimeCausesBin } from './downtime-causes.service.ts';

const FILES = {
  en: { name: 'downtime-causes', head: ['Downtime cause', 'Description'] },
  it: { name: 'cause-di-fermo', head: ['Causa di fermo', 'Descrizione'] },
} as const;

export const downtimeCausesHandlers: Handlers<typeof downtimeCausesCalls> = {
  list: ({ tx }) => listRows<DowntimeCause>(tx, downtimeCauses),
  async exportList({ tx, language, now }) {
    const { name, head } = FILES[language];
    const rows = await listRows<DowntimeCause>(tx, downtimeCauses);
    return csvAnswer(name, [head, ...rows.map((row) => [row.name, row.description])], { language, now });
  },
  create: ({ tx, body }) => createRow<DowntimeCause>(tx, downtimeCauses, body),
  update: ({ tx, params, body }) => changeRow<DowntimeCause>(tx, downtimeCauses, { ...body, ...params }),
  remove: ({ tx, params, now }) => softDelete(tx, downtimeCausesBin, params.id, { now }),
  listBin: ({ tx, query }) => downtimeCausesBin.list(tx, query),
  restore: ({ tx, params }) => restore(tx, downtimeCausesBin, params.id),
  purge: ({ tx, params }) => downtimeCausesBin.purge(tx, params.id),
};
