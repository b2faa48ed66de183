import { tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { restore, softDelete } from '../../../shared/server/records/bin.ts';
import { listRows } from '../../../shared/server/records/company-list.repository.ts';
import { changeRow, createRow } from '../../../shared/server/records/company-list.ts';
import type { MaintenanceType, maintenanceTypesCalls } from '../maintenance-types.contract.ts';
import { maintenanceTypes, maintenanceTypesBin } from './maintenance-types.service.ts';

const FILES = {
  en: { name: 'maintenance-types', sheet: 'Maintenance types', head: ['Maintenance type', 'Description'] },
  it: {
    name: 'tipi-di-manutenzione',
    sheet: 'Tipi di manutenzione',
    head: ['Tipo di manutenzione', 'Descrizione'],
  },
} as const;

export const maintenanceTypesHandlers: Handlers<typeof maintenanceTypesCalls> = {
  list: ({ tx }) => listRows<MaintenanceType>(tx, maintenanceTypes),
  async exportList({ tx, query, language: asked, now }) {
    const { format, language = asked } = query;
    const { name, sheet, head } = FILES[language];
    return tableAnswer<MaintenanceType>({
      name: `${name}-${now.toISOString().slice(0, 10)}`,
      sheet,
      language,
      format,
      columns: [
        { head: head[0], of: (row) => row.name },
        { head: head[1], width: 60, of: (row) => row.description },
      ],
      page: { rows: await listRows<MaintenanceType>(tx, maintenanceTypes) },
    });
  },
  create: ({ tx, body }) => createRow<MaintenanceType>(tx, maintenanceTypes, body),
  update: ({ tx, params, body }) => changeRow<MaintenanceType>(tx, maintenanceTypes, { ...body, ...params }),
  remove: ({ tx, params, now }) => softDelete(tx, maintenanceTypesBin, params.id, { now }),
  listBin: ({ tx, query }) => maintenanceTypesBin.list(tx, query),
  restore: ({ tx, params }) => restore(tx, maintenanceTypesBin, params.id),
  purge: ({ tx, params }) => maintenanceTypesBin.purge(tx, params.id),
};
