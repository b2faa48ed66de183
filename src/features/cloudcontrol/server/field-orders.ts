import { missingValuesOf } from '../../../devices/values/value-tables.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MappedVariable } from '../../plants/device-fields.contract.ts';
import { type Framer, FUNCTION_CODES, findUnitFault, gatewayHost } from '../../plants/field.model.ts';
import { seesDevice } from '../../plants/server/devices.public.ts';
import type { AskedTest, TaskRoute, TaskVariable } from '../field-task.model.ts';
import type { FieldQuestion, FieldTarget } from '../field-tools.contract.ts';
import { SUNSPEC_BASES } from '../field-tools.model.ts';
import { listConfiguredAttributes, listConfiguredVariables } from './details.repository.ts';
import { findPort, findPortTo, type NewTask } from './field-tasks.repository.ts';
import { findTemplateContent } from './template-content.ts';

type Question<K extends FieldQuestion['kind']> = Extract<FieldQuestion, { kind: K }>;
type TestedAs = Question<'test'>['tests'][number]['as'];
type Tried = Pick<AskedTest, 'variables' | 'attributes'>;

/** Where a task goes: through a port, or to a gateway that no port leads to. */
interface Road {
  readonly port_id: number | null;
  readonly gateway: string | null;
  readonly framer: Framer;
  readonly way: TaskRoute | null;
  readonly reaches: string | null;
  readonly named: NewTask['named'];
}

const REGISTERS = 65_536;

/** The tasks of a question, with everything that whoever polls needs. @throws AppError not_found, invalid with the field */
export async function ordersOf(tx: Tx, question: FieldQuestion): Promise<NewTask[]> {
  switch (question.kind) {
    case 'read':
      return [await readOrder(tx, question)];
    case 'find':
      return await findOrders(tx, question);
    default:
      return await testOrders(tx, question.tests);
  }
}

async function readOrder(tx: Tx, question: Question<'read'>): Promise<NewTask> {
  const { kind, target, unit_id, function_code, address, count } = question;
  if (address + count > REGISTERS)
    refuse('count', 'out_of_range', `${count} from ${address} runs past address ${REGISTERS - 1}`);
  const { framer, way, ...road } = await roadTo(tx, target, 'target');
  assertUnit(unit_id, framer, 'unit_id');
  return { kind, ...road, asked: { unit_id, way, function_code, address, count } };
}

async function findOrders(tx: Tx, { kind, target, unit_ids, bases }: Question<'find'>): Promise<NewTask[]> {
  const { framer, way, ...road } = await roadTo(tx, target, 'target');
  return [...new Set(unit_ids)].map((unit_id) => {
    assertUnit(unit_id, framer, 'unit_ids');
    return { kind, ...road, asked: { unit_id, way, bases } };
  });
}

async function testOrders(tx: Tx, tests: Question<'test'>['tests']): Promise<NewTask[]> {
  const templates = new Map<string, Promise<Tried>>();
  const orders: NewTask[] = [];
  for (const [i, { target, unit_id, as }] of tests.entries()) {
    const { framer, way, ...road } = await roadTo(tx, target, `tests.${i}.target`);
    assertUnit(unit_id, framer, `tests.${i}.unit_id`);
    const asked = { unit_id, way, ...(await triedAs(tx, as, templates)) };
    const named = { ...road.named, ...('device_id' in as ? { device_id: as.device_id } : {}) };
    orders.push({ kind: 'test', ...road, named, asked });
  }
  return orders;
}

async function triedAs(
  tx: Tx,
  as: TestedAs,
  templates: Map<string, Promise<Tried>>,
): Promise<Tried | { bases: readonly number[] }> {
  if ('device_id' in as) return await configuredOf(tx, as.device_id);
  if ('variables' in as)
    return { variables: as.variables.map(variableOf), attributes: textsOf(as.attributes) };
  if (as.template_key === 'sunspec') return { bases: SUNSPEC_BASES };
  const known = templates.get(as.template_key) ?? templateOf(tx, as.template_key);
  templates.set(as.template_key, known);
  return await known;
}

async function templateOf(tx: Tx, key: string): Promise<Tried> {
  const { variables, attributes } = (await findTemplateContent(tx, key)) ?? notFound();
  return { variables: variables.map(variableOf), attributes: textsOf(attributes) };
}

async function configuredOf(tx: Tx, device_id: number): Promise<Tried> {
  if (!(await seesDevice(tx, device_id))) notFound();
  const attributes = await listConfiguredAttributes(tx, device_id);
  const variables = (await listConfiguredVariables(tx, device_id)).map(
    ({ name, function_code: code, address, data_type, ...rest }): TaskVariable => {
      const function_code = FUNCTION_CODES.find((known) => known === code) ?? null;
      const { word_order, bit, bit_count, factor, value_offset, scale_address, sentinel, value_table } = rest;
      if (function_code === null || address === null || data_type === null) return { name, register: null };
      const place = { function_code, address, data_type, word_order, bit, bit_count };
      const register = { ...place, factor, value_offset, scale_address, sentinel };
      return { name, register: { ...register, missing: missingValuesOf(value_table) } };
    },
  );
  return { variables, attributes: textsOf(attributes) };
}

function variableOf({ name, register, value_table = null }: MappedVariable): TaskVariable {
  if (!register) return { name, register: null };
  const { word_order = 'ABCD', bit = null, scale_address = null } = register;
  const missing = missingValuesOf(value_table);
  return { name, register: { ...register, word_order, bit, scale_address, missing } };
}

type Text = Omit<AskedTest['attributes'][number], 'function_code'> & { readonly function_code: number };

function textsOf(attributes: readonly Text[]): AskedTest['attributes'] {
  return attributes.map(({ name, function_code, address, length, swapped }) => ({
    name,
    function_code: function_code === 4 ? 4 : 3,
    address,
    length,
    swapped,
  }));
}

async function roadTo(tx: Tx, target: FieldTarget, path: string): Promise<Road> {
  if ('port_id' in target) {
    const { id, framer, enabled, reaches } = (await findPort(tx, target.port_id)) ?? notFound();
    if (!enabled) refuse(`${path}.port_id`, 'port_off', 'this port is switched off: switch it on first');
    return { port_id: id, gateway: null, framer, way: null, reaches, named: { port_id: id } };
  }
  const host = gatewayHost(target.host);
  const { port, framer, timeout_ms } = target;
  const reaches = `${host} ${port}`;
  const known = await findPortTo(tx, { host, port, framer });
  if (known) return { port_id: known.id, gateway: null, framer: known.framer, way: null, reaches, named: {} };
  const way = { host, port, framer, timeout_ms };
  return { port_id: null, gateway: reaches, framer, way, reaches, named: {} };
}

function assertUnit(unit_id: number, framer: Framer, path: string): void {
  const message = findUnitFault(unit_id, framer);
  if (message !== null) refuse(path, 'unit_range', message);
}

function refuse(path: string, code: string, message: string): never {
  throw new AppError('invalid', `Nothing can be asked so: ${message}`, { errors: [{ path, message, code }] });
}
