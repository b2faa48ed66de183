import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { listRows } from '../../../shared/server/records/company-list.repository.ts';
import {
  type CompanyList,
  changeRow,
  createRow,
  removeRow,
} from '../../../shared/server/records/company-list.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import {
  type ChecklistTemplate,
  type checklistTemplatesCalls,
  MAX_FIRMS,
  MAX_TEMPLATES,
  type OutsideFirm,
  type outsideFirmsCalls,
} from '../outside-firms.contract.ts';
import { firmIsUsed, templateIsUsed } from './firms.repository.ts';

function inUse(message: string): AppError {
  return new AppError('conflict', message, { errors: [{ path: '', message, code: 'in_use' }] });
}

const firms: CompanyList<OutsideFirm> = {
  table: 'outside_firm',
  columns: ['name', 'email', 'phone', 'language', 'retired'],
  atMost: MAX_FIRMS,
  audit: 'outside_firm',
  async beforeRemove(tx, { id }) {
    if (await withEveryPlant(tx, () => firmIsUsed(tx, id)))
      throw inUse('Requests name this firm: retire it, and it is offered no more');
  },
  notify: (tx) => notifyTopics(tx, ['outside_firms']),
};

const templates: CompanyList<ChecklistTemplate> = {
  table: 'checklist_template',
  columns: ['name', 'items'],
  atMost: MAX_TEMPLATES,
  audit: 'checklist_template',
  async beforeRemove(tx, { id }) {
    if (await withEveryPlant(tx, () => templateIsUsed(tx, id)))
      throw inUse('A plan begins its requests by this checklist: give it another one first');
  },
  notify: (tx) => notifyTopics(tx, ['checklist_templates']),
};

export const listFirms = (tx: Tx): Promise<OutsideFirm[]> => listRows<OutsideFirm>(tx, firms);

/** A firm of the company. */
export async function findFirm(tx: Tx, id: number): Promise<OutsideFirm | undefined> {
  return (await listFirms(tx)).find((one) => one.id === id);
}

/** A checklist of the company. */
export async function findTemplate(tx: Tx, id: number): Promise<ChecklistTemplate | undefined> {
  return (await listRows<ChecklistTemplate>(tx, templates)).find((one) => one.id === id);
}

/** Adds a firm. @throws AppError conflict where its name is taken */
export const addFirm = (
  tx: Tx,
  given: Omit<OutsideFirm, 'id' | 'version' | 'retired'>,
): Promise<OutsideFirm> => createRow<OutsideFirm>(tx, firms, given);

/** Adds a checklist. @throws AppError conflict where its name is taken */
export const addChecklist = (
  tx: Tx,
  given: Pick<ChecklistTemplate, 'name' | 'items'>,
): Promise<ChecklistTemplate> => createRow<ChecklistTemplate>(tx, templates, given);

export const outsideFirmsHandlers: Handlers<typeof outsideFirmsCalls> = {
  list: ({ tx }) => listFirms(tx),
  create: ({ tx, body }) => addFirm(tx, body),
  update: ({ tx, params, body }) => changeRow<OutsideFirm>(tx, firms, { ...body, ...params }),
  remove: ({ tx, params }) => removeRow(tx, firms, params.id),
};

export const checklistTemplatesHandlers: Handlers<typeof checklistTemplatesCalls> = {
  list: ({ tx }) => listRows<ChecklistTemplate>(tx, templates),
  create: ({ tx, body }) => addChecklist(tx, body),
  update: ({ tx, params, body }) => changeRow<ChecklistTemplate>(tx, templates, { ...body, ...params }),
  remove: ({ tx, params }) => removeRow(tx, templates, params.id),
};
