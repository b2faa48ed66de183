import type { WordOrder } from '../../../devices/decode/data-type.ts';
import type { AddressManner } from '../../../devices/map/map-address.ts';
import { namesByLabel } from '../../../devices/map/map-names.ts';
import type { MapName, MapTable } from '../../../devices/map/map-variable.ts';
import { type HeldVariable, type MapTarget, planMap } from '../../../devices/map/plan-map.ts';
import { readMap } from '../../../devices/map/read-map.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_VARIABLES } from '../../plants/plants.model.ts';
import { setVariables } from '../../plants/server/bulk-variables.public.ts';
import { catalogueApi, catalogueNamesOf, groupWordsOf } from '../../plants/server/catalogue.public.ts';
import { type HeldDevice, lockDevice } from '../../plants/server/devices.public.ts';
import { addMissingNames } from '../../plants/server/missing-names.public.ts';
import { takeOwnVariables, type VariableChange } from '../../plants/server/variables.public.ts';
import type { MapReport } from '../maps.contract.ts';
import { MAP_WORDS } from '../maps.model.ts';
import { listConfiguredVariables } from './details.repository.ts';
import { getDetails } from './details.ts';
import { assertFaultless, type Judged, mapVariableOf, reportOf } from './map-report.ts';
import { mappedVariable } from './map-variables.ts';
import { findNewest } from './versions.repository.ts';

/** How a file is to be taken. */
export interface MapImport {
  readonly table: MapTable;
  readonly manner: AddressManner;
  readonly remove_others: boolean;
  readonly dry_run: boolean;
  /** The newest version that was seen; undefined where nobody looked. */
  readonly version: number | undefined;
  readonly now: Date;
}

/** What a map is held against beside the company's words. */
export type MapHolder = Pick<MapTarget, 'byte_order' | 'polled' | 'virtual'> & {
  readonly current: readonly HeldVariable[];
  /** What it means itself by names, whatever the catalogue says. */
  readonly names?: readonly MapName[];
};

/**
 * Reads a map and holds it against what is there, in a transaction that may go on to do it: where it brings names, the
 * catalogue is held before anything else.
 * @param hold takes and returns what the map is held against
 */
export async function judgeMap(
  tx: Tx,
  { table, manner, remove_others }: Pick<MapImport, 'table' | 'manner' | 'remove_others'>,
  hold: () => Promise<MapHolder>,
): Promise<Judged> {
  const read = async () => {
    const catalogue = await catalogueNamesOf(tx);
    const names = namesByLabel(catalogue);
    const reading = readMap(table, { words: MAP_WORDS, names, manner, most: MAX_VARIABLES });
    const known = new Set(catalogue.map(({ name }) => name));
    return { catalogue, reading, lacks: reading.rows.some(({ name }) => !known.has(name)) };
  };
  let { catalogue, reading, lacks } = await read();
  if (lacks) {
    await catalogueApi.lock(tx);
    ({ catalogue, reading, lacks } = await read());
  }
  const holder = await hold();
  const groups = (await groupWordsOf(tx)).map(({ name }) => name);
  const { names = [] } = holder;
  const meant = new Set(names.map(({ name }) => name));
  const all = [...names, ...catalogue.filter(({ name }) => !meant.has(name))];
  const words = { catalogue: all, groups, words: MAP_WORDS };
  const plan = planMap(reading, { ...holder, ...words, remove_others, adds_names: true });
  return { reading, plan, current: holder.current };
}

async function holderOf(tx: Tx, device: HeldDevice): Promise<MapHolder> {
  const current = (await listConfiguredVariables(tx, device.id)).map((one) => ({
    ...mapVariableOf(one),
    id: one.id,
    name: one.name,
  }));
  const polled = device.port_id !== null;
  return { current, byte_order: device.byte_order as WordOrder, polled, virtual: device.virtual };
}

async function carryOut(tx: Tx, device: HeldDevice, { plan }: Judged, now: Date): Promise<void> {
  const own = await takeOwnVariables(tx, device);
  const add = plan.add.map(mappedVariable);
  await addMissingNames(
    tx,
    add.filter(({ of_name }) => of_name),
  );
  await setVariables(tx, device, {
    add: add.map(({ of_name: _, ...variable }) => variable),
    change: plan.change.map(({ id, asked }) => ({ variable: own(id), asked: asked as VariableChange })),
    remove: plan.remove.map(({ id }) => own(id)),
    now,
    action: 'device.map_imported',
  });
}

/** What stands in the way although the map itself has no fault, such as a calculation that counts on a variable. */
async function attempt(judged: Judged, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { faults } = judged.reading;
    if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'conflict')) throw error;
    faults.whole('refused', { detail: error.message });
  }
}

/**
 * Sets the variables of a device as a map has them, or tells what that would come to. A dry run does all of it as well, in a
 * transaction that its caller must not keep.
 * @throws AppError not_found; conflict with what is stored where somebody was faster; invalid with the faults of the map
 */
export async function importDeviceMap(tx: Tx, id: number, request: MapImport): Promise<MapReport> {
  const { version, dry_run, now } = request;
  const held: { device?: HeldDevice } = {};
  const judged = await judgeMap(tx, request, async () => {
    held.device = await lockDevice(tx, id);
    const newest = await findNewest(tx, id);
    await assertVersion({ version: newest }, version, () => getDetails(tx, id, now));
    return holderOf(tx, held.device);
  });
  const { device } = held;
  if (!device) throw new Error('a map was judged without its device');
  const { faults } = judged.reading;
  if (dry_run) {
    const newest_version = await findNewest(tx, id);
    if (faults.count === 0) await attempt(judged, () => carryOut(tx, device, judged, now));
    return reportOf(judged, { applied: false, newest_version });
  }
  assertFaultless(judged.reading);
  await carryOut(tx, device, judged, now);
  return reportOf(judged, { applied: true, newest_version: await findNewest(tx, id) });
}
