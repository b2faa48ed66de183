import { definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, type FieldFault } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { NewVariable } from '../device-fields.contract.ts';
import { assertUnread } from './calculated-variables.ts';
import type { HeldDevice } from './device-changes.repository.ts';
import { type ListedName, listVariableNames, lockGroups } from './variable-names.repository.ts';
import { lockNames, type VariableColumns, type VariableRow } from './variables.repository.ts';

const refuse = (fault: FieldFault, detail = fault.message): never => {
  throw new AppError('invalid', detail, { errors: [fault] });
};

/** What a name measures decides its unit: formulas count on it. // spec §3 quantity */
export function assertUnit(
  unit: string | null | undefined,
  { name, quantity, path }: { name: string; quantity: string; path: string },
): void {
  if (unit === undefined || unit === null || quantity === 'other') return;
  refuse(
    { path, message: `fixed, because it is ${quantity}`, code: 'unit_fixed', params: { quantity } },
    `${name} is known to the portal as ${quantity}, and cards, charts and alarms count on its unit: scale the value with its factor instead`,
  );
}

/** The company's words by which new variables are judged. */
export interface Words {
  readonly names: ReadonlyMap<string, ListedName>;
  /** Codes of groups, of those that the variables name; nobody deletes them until the transaction ends. */
  readonly groups: ReadonlySet<string>;
}

/** The words that variables may use, asked for once however many there are. */
export async function wordsFor(tx: Tx, variables: readonly NewVariable[]): Promise<Words> {
  const codes = new Set(variables.flatMap(({ group_name }) => group_name || []));
  const names = await listVariableNames(tx);
  return {
    names: new Map(names.map((entry) => [entry.name, entry])),
    groups: await lockGroups(tx, [...codes]),
  };
}

function columnsOf(
  device: Pick<HeldDevice, 'byte_order'>,
  { register, ...fields }: NewVariable,
): Partial<VariableColumns> {
  const { unit, decimals, colour, group_name, value_table, poll, enabled } = fields;
  const place = register
    ? {
        ...register,
        word_order: register.word_order ?? device.byte_order,
        bit: register.bit ?? null,
        scale_address: register.scale_address ?? null,
      }
    : {};
  return definedFields({ unit, decimals, colour, group_name, value_table, poll, enabled, ...place });
}

/** Rows of new variables, as they are stored. @throws AppError invalid at `variables.<n>.<field>` */
export function rowsOf(
  { names, groups }: Words,
  device: Pick<HeldDevice, 'byte_order' | 'virtual'>,
  variables: readonly NewVariable[],
): VariableRow[] {
  const seen = new Set<string>();
  return variables.map((variable, i) => {
    const { name, group_name } = variable;
    const at = `variables.${i}`;
    if (group_name && !groups.has(group_name)) {
      refuse(
        { path: `${at}.group_name`, message: 'unknown', code: 'no_such_group', params: { name: group_name } },
        `There is no group of variables ${group_name}: make it first`,
      );
    }
    const entry =
      names.get(name) ??
      refuse(
        { path: `${at}.name`, message: 'unknown', code: 'name_unknown', params: { name } },
        `Unknown variable name ${name}`,
      );
    if (seen.has(name))
      refuse(
        { path: `${at}.name`, message: 'stands twice', code: 'name_twice', params: { name } },
        `${name} stands twice`,
      );
    seen.add(name);
    assertUnit(variable.unit, { name, quantity: entry.quantity, path: `${at}.unit` });
    const columns = columnsOf(device, variable);
    assertUnread(device, columns, (field) => (field === 'poll' ? `${at}.poll` : `${at}.register.${field}`));
    return { variable_name_id: entry.id, ...columns };
  });
}

/** @throws AppError conflict that names the first name that somebody deleted since it was looked up */
export async function assertNames(
  tx: Tx,
  rows: readonly { variable_name_id: number }[],
  said: (i: number) => { path: string; name: string },
): Promise<void> {
  const ids = rows.map(({ variable_name_id }) => variable_name_id);
  const held = await lockNames(tx, ids);
  const gone = ids.findIndex((id) => !held.has(id));
  if (gone < 0) return;
  const { path, name } = said(gone);
  throw new AppError('conflict', `Somebody has just deleted ${name} from the catalogue`, {
    errors: [{ path, message: 'deleted just now', code: 'name_deleted' }],
  });
}
