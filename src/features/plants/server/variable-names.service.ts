import { notifyLive } from '../../../shared/server/live/notice.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { CompanyList } from '../../../shared/server/records/company-list.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { changesOfMeaning, MAX_NAMES } from '../catalogue.model.ts';
import type { VariableName } from '../variable-names.contract.ts';
import { catalogueRefusal, catalogueRefusals } from './catalogue-refusals.ts';
import { countUse, hasGroup, lockCatalogue } from './variable-names.repository.ts';

/** Tells every open page of the company that its words are others now, once this transaction commits. */
export async function tellWords(tx: Tx): Promise<void> {
  await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'configuration' });
}

async function assertGroup(tx: Tx, group_name: string): Promise<void> {
  if (group_name !== '' && !(await hasGroup(tx, group_name))) throw catalogueRefusal('unknown_group');
}

async function assertSameMeaning(tx: Tx, before: VariableName, after: VariableName): Promise<void> {
  const use = await withBin(tx, () => countUse(tx, before.id));
  const fields = changesOfMeaning(before, after, use);
  if (fields.length === 0) return;
  throw catalogueRefusals(
    fields.map((field) => `${field}_in_use` as const),
    { ...use },
  );
}

/** Names of variables: what their readings mean stays while variables use them. */
export const variableNames: CompanyList<VariableName> = {
  table: 'variable_name',
  columns: ['name', 'label_en', 'label_it', 'unit', 'decimals', 'colour', 'group_name', 'kind', 'quantity'],
  atMost: MAX_NAMES,
  audit: 'variable_name',
  lock: lockCatalogue,
  notify: tellWords,
  beforeCreate: (tx, { group_name = '' }) => assertGroup(tx, group_name),
  async beforeChange(tx, before, after) {
    await assertSameMeaning(tx, before, after);
    if (after.group_name !== before.group_name) await assertGroup(tx, after.group_name);
  },
  async beforeRemove(tx, { id }) {
    const use = await withBin(tx, () => countUse(tx, id));
    if (use.variables + use.binned > 0) throw catalogueRefusal('used_by_variables', { ...use });
  },
};
