import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { insertRow } from '../../../shared/server/records/company-list.repository.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_NAMES } from '../catalogue.model.ts';
import type { MappedVariable } from '../device-fields.contract.ts';
import { CATALOGUE, type CatalogueEntry } from '../plants.model.ts';
import { listGroupWords, listVariableNames, lockCatalogue } from './variable-names.repository.ts';
import { tellWords, variableNames } from './variable-names.service.ts';

const OF_EVERY_COMPANY = new Map(CATALOGUE.map((entry) => [entry.name, entry]));

type Named = Pick<MappedVariable, 'name' | 'of_name' | 'unit'>;

/** What a variable's name is to mean: as it says itself, or as every company's catalogue begins; undefined where neither does. */
export function meaningOf({ name, of_name }: Named): Omit<CatalogueEntry, 'name'> | undefined {
  if (of_name) return { ...of_name, colour: '' };
  return OF_EVERY_COMPANY.get(name);
}

/** A name that the company has, and that means something else than a map counts on: its values would be wrong. */
export interface NameClash {
  readonly name: string;
  readonly field: 'unit' | 'quantity' | 'kind';
  /** What the catalogue says. */
  readonly has: string;
  /** What the map counts on. */
  readonly wants: string;
}

const COMPARED = ['quantity', 'unit', 'kind'] as const;

/** A map that names no unit, or says the variable's own, does not count on that of the name. */
function differs(
  { unit }: Named,
  has: CatalogueEntry,
  wants: Omit<CatalogueEntry, 'name'>,
): (typeof COMPARED)[number] | undefined {
  return COMPARED.find(
    (field) =>
      has[field] !== wants[field] && (field !== 'unit' || (wants.unit !== '' && typeof unit !== 'string')),
  );
}

/** Which of these names the company lacks, those of them that say nothing of themselves, and which it has with another meaning. */
export async function judgeNames(
  tx: Tx,
  variables: readonly Named[],
): Promise<{ missing: string[]; unknown: string[]; clashes: NameClash[] }> {
  const known = new Map((await listVariableNames(tx)).map((entry) => [entry.name, entry]));
  const lacking = variables.filter(({ name }) => !known.has(name));
  const namesOf = (list: readonly Named[]): string[] => [...new Set(list.map(({ name }) => name))];
  const unknown = namesOf(lacking.filter((one) => meaningOf(one) === undefined));
  const clashes = variables.flatMap((variable) => {
    const [has, wants] = [known.get(variable.name), meaningOf(variable)];
    if (!has || !wants) return [];
    const field = differs(variable, has, wants);
    return field ? [{ name: variable.name, field, has: has[field], wants: wants[field] }] : [];
  });
  return { missing: namesOf(lacking), unknown, clashes };
}

/**
 * Adds those of the variables' names to the catalogue that it lacks, as they say themselves what they mean. To be called
 * before devices are held: whoever changes the catalogue holds it first.
 * @param at where the variables stand in what was sent.
 * @returns the names that were added.
 * @throws AppError invalid with the first name that is unknown and says nothing of itself, or that the company has with another
 * unit, kind or quantity; conflict when there are too many
 */
export async function addMissingNames(
  tx: Tx,
  variables: readonly Named[],
  at: (i: number) => string = (i) => `variables.${i}.name`,
): Promise<string[]> {
  if (variables.length === 0) return [];
  await lockCatalogue(tx);
  const { missing, clashes } = await judgeNames(tx, variables);
  const place = (name: string) => at(variables.findIndex((one) => one.name === name));
  const [clash] = clashes;
  if (clash) throw otherMeaning(clash, place(clash.name));
  if (missing.length === 0) return [];
  const groups = new Set((await listGroupWords(tx)).map(({ name }) => name));
  if ((await listVariableNames(tx)).length + missing.length > MAX_NAMES) throw tooMany(MAX_NAMES);
  for (const name of missing) {
    const meaning = meaningOf(variables.find((one) => one.name === name) ?? { name });
    if (!meaning) throw unknownName(name, place(name));
    const group_name = groups.has(meaning.group_name) ? meaning.group_name : '';
    await insertRow(tx, variableNames, { ...meaning, group_name, name });
  }
  await recordAudit(tx, 'variable_name.added', '', { names: missing });
  await tellWords(tx);
  return missing;
}

function unknownName(name: string, path: string): AppError {
  return new AppError(
    'invalid',
    `Unknown variable name ${name}: say what it means, or add it to the catalogue`,
    {
      errors: [{ path, message: 'unknown', code: 'name_unknown', params: { name } }],
    },
  );
}

function otherMeaning({ name, field, has, wants }: NameClash, path: string): AppError {
  const said = (value: string) => (value === '' ? 'nothing' : value);
  return new AppError(
    'invalid',
    `The catalogue has ${name} with the ${field} ${said(has)}, here it would be ${said(wants)}: use another name, or change the catalogue`,
    {
      errors: [
        {
          path,
          message: `the ${field} is ${said(has)} in the catalogue`,
          code: 'name_differs',
          params: { name, field, has, wants },
        },
      ],
    },
  );
}
