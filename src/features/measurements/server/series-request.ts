import type { Out } from '../../../shared/contract/call.ts';
import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { CATALOGUE, type Quantity } from '../../plants/plants.model.ts';
import { energyKind } from '../day-row.model.ts';
import type { Aggregate } from '../measurements.model.ts';
import { plantRule, plantSources } from '../plant-series.model.ts';
import type { AllDevicesQuestion, Question } from '../series.contract.ts';
import { defaultAggregate } from '../series.model.ts';
import {
  listDevicePage,
  listSeenPlants,
  listSeriesDevices,
  listUnknownNames,
  type SeriesDevice,
  type SeriesVariable,
} from './series.repository.ts';
import type { SeriesSource, Window } from './series-sources.ts';

/** A question about named plants and devices. */
export type SeriesQuery = Out<typeof Question>;
/** A question about every device, a page at a time. */
export type AllSeriesQuery = Out<typeof AllDevicesQuestion>;

/** A series that is asked for: of one device's variable, or of a plant from several sources. */
export interface ResolvedSeries {
  device: SeriesDevice | null;
  proj_code: string;
  /** What it is called on screen. */
  variable: SeriesVariable;
  quantity: Quantity;
  how: 'sum' | 'mean';
  aggregate: Aggregate;
  seriesSources: SeriesSource[];
}

/** The devices that an answer names, and the series that are made for it. */
export interface SeriesRequest {
  /** Devices in the order of the answer, and how many there are on all pages. */
  devices: SeriesDevice[];
  count: number;
  resolved: ResolvedSeries[];
}

const MAX_MS = 40 * 366 * DAY_MS;
const MAX_SERIES = 500;
const ENERGY = CATALOGUE.find((entry) => entry.quantity === 'energy_export_kwh');

function invalid(path: string, code: string, message: string, params?: FieldFault['params']): never {
  const fault = { path, message, code, ...(params ? { params } : {}) };
  throw new AppError('invalid', 'Data is not valid', { errors: [fault] });
}

/** @throws AppError invalid, naming `end` */
export function windowOf(asked: Pick<SeriesQuery, 'start' | 'end'>): Window {
  const [start, end] = [Date.parse(asked.start), Date.parse(asked.end)];
  if (!(end > start)) invalid('end', 'not_after_start', 'must be after start');
  if (end - start > MAX_MS)
    invalid('end', 'span_too_long', 'must be within 40 years of start', { years: 40 });
  return { start, end };
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

const plantsOf = ({ proj_code, plants = [] }: Pick<SeriesQuery, 'proj_code' | 'plants'>): string[] =>
  unique([...(proj_code === undefined ? [] : [proj_code]), ...plants]);

const namedDevices = ({ devices = [], master_id }: Pick<SeriesQuery, 'devices' | 'master_id'>): number[] =>
  unique([...devices, ...(master_id === undefined ? [] : [master_id])]);

/** @throws AppError not_found for one that the scope does not see */
async function assertPlants(tx: Tx, codes: readonly string[], found: readonly SeriesDevice[]): Promise<void> {
  const seen = new Set(found.map((device) => device.proj_code));
  const unsure = codes.filter((code) => !seen.has(code));
  if (unsure.length > 0 && (await listSeenPlants(tx, unsure)).length < unsure.length) notFound();
}

/** @throws AppError invalid for a name that the company's catalogue does not have */
async function assertNames(
  tx: Tx,
  names: readonly string[],
  devices: readonly SeriesDevice[],
): Promise<void> {
  const known = new Set(devices.flatMap((device) => device.slots.map((slot) => slot.name)));
  const unsure = names.filter((name) => !known.has(name));
  if (unsure.length === 0) return;
  const [unknown] = await listUnknownNames(tx, unsure);
  if (unknown !== undefined)
    invalid('variables', 'no_such_variable', `unknown variable ${unknown}`, { name: unknown });
}

function resolveDevices(
  asked: Pick<SeriesQuery, 'variables' | 'aggregate'>,
  devices: readonly SeriesDevice[],
): ResolvedSeries[] {
  const names = asked.variables && new Set(asked.variables);
  return devices.flatMap((device) =>
    device.slots
      .filter((variable) => names?.has(variable.name) ?? true)
      .map((variable) => {
        const aggregate = asked.aggregate ?? defaultAggregate(variable);
        const carries = energyKind(variable) !== null;
        if (aggregate === 'energy' && names && !carries)
          invalid('aggregate', 'no_energy', `${variable.name} carries no energy`, { name: variable.name });
        return {
          device,
          proj_code: device.proj_code,
          variable,
          quantity: variable.quantity,
          how: 'sum' as const,
          aggregate: aggregate === 'energy' && !carries ? 'mean' : aggregate,
          seriesSources: [{ device, variable }],
        };
      }),
  );
}

/** How a plant's own quantity is summed up. @throws AppError invalid for what means nothing of a plant */
function plantAggregate(quantity: Quantity, asked: Aggregate | undefined): Aggregate {
  const counted = quantity === 'energy_export_kwh' || quantity === 'energy_import_kwh';
  const aggregate = counted ? 'energy' : (asked ?? 'mean');
  if (aggregate !== 'mean' && aggregate !== 'energy')
    invalid('aggregate', 'not_allowed', "a plant's own series answers mean or energy", {
      allowed: 'mean, energy',
    });
  if (aggregate === 'energy' && !counted && quantity !== 'ac_power_kw')
    invalid('aggregate', 'no_energy', `${quantity} carries no energy`, { name: quantity });
  return aggregate;
}

function resolvePlants(asked: SeriesQuery, devices: readonly SeriesDevice[]): ResolvedSeries[] {
  return (asked.quantities ?? []).flatMap((quantity) => {
    const how = plantRule(quantity);
    if (how === null)
      return invalid('quantities', 'not_of_plants', `${quantity} means nothing for a whole plant`, {
        name: quantity,
      });
    const aggregate = plantAggregate(quantity, asked.aggregate);
    const from = quantity === 'ac_power_kw' && aggregate === 'energy' ? 'energy_export_kwh' : quantity;
    const seriesSources = plantSources(devices, from).flatMap(({ device, slot }) => {
      const variable = device.slots.find((candidate) => candidate.slot === slot);
      return variable ? [{ device, variable }] : [];
    });
    const first = seriesSources[0];
    if (!first) return [];
    const named =
      first.variable.quantity === from || !ENERGY ? first.variable : { ...first.variable, ...ENERGY };
    const { proj_code } = first.device;
    return [{ device: null, proj_code, variable: named, quantity, how, aggregate, seriesSources }];
  });
}

function assertFew(resolved: readonly ResolvedSeries[], path: string): void {
  if (resolved.length > MAX_SERIES)
    invalid(path, 'too_many', `at most ${MAX_SERIES} series at once`, { most: MAX_SERIES });
}

/** What a question about named plants and devices asks for. @throws AppError not_found, invalid */
export async function resolveSeries(tx: Tx, asked: SeriesQuery): Promise<SeriesRequest> {
  const codes = plantsOf(asked);
  const ids = namedDevices(asked);
  if (codes.length === 0 && ids.length === 0) invalid('proj_code', 'required', 'name plants or devices');
  if (asked.quantities && codes.length === 0)
    invalid('proj_code', 'required', 'quantities are those of a plant: name it, or several in plants');
  // Devices alone are looked up as they are; a plant's quantities want all of its devices.
  const wide = asked.quantities !== undefined || ids.length === 0;
  const found = await listSeriesDevices(tx, { device_ids: ids, plants: wide ? codes : [] });
  await assertPlants(tx, codes, found);
  if (asked.variables) await assertNames(tx, asked.variables, found);
  const byId = new Map(found.map((device) => [device.device_id, device]));
  // One plant's question is about its own devices; those of any plant go with `plants`, or with no plant at all.
  const own = ({ proj_code }: SeriesDevice) =>
    asked.proj_code === undefined || asked.plants !== undefined || proj_code === asked.proj_code;
  if (ids.some((id) => !byId.has(id)) || found.some((one) => ids.includes(one.device_id) && !own(one)))
    notFound();
  const ofPlants = asked.quantities !== undefined && asked.variables === undefined && ids.length === 0;
  const chosen = ids.length === 0 ? found : found.filter((device) => ids.includes(device.device_id));
  const byPlant = Map.groupBy(found, (device) => device.proj_code);
  const resolved = [
    ...codes.flatMap((code) => resolvePlants(asked, byPlant.get(code) ?? [])),
    ...(ofPlants ? [] : resolveDevices(asked, chosen)),
  ];
  assertFew(resolved, 'variables');
  const resolvedIds = new Set(resolved.map((one) => one.device?.device_id));
  const devices = asked.quantities ? chosen.filter((device) => resolvedIds.has(device.device_id)) : chosen;
  return { devices, count: devices.length, resolved };
}

/** What a question about every device asks for on its page. @throws AppError not_found, invalid */
export async function resolveAllSeries(tx: Tx, asked: AllSeriesQuery): Promise<SeriesRequest> {
  const { proj_code, category, measuring, devices: named, variables, page, page_size } = asked;
  const plants = plantsOf({ proj_code });
  const { count, device_ids } = await listDevicePage(tx, {
    proj_code: proj_code ?? null,
    category: category ?? null,
    names: measuring === 'true' ? (variables ?? null) : null,
    device_ids: named ?? null,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  if (count === 0) await assertPlants(tx, plants, []);
  const devices = await listSeriesDevices(tx, { device_ids, plants: [] });
  if (variables) await assertNames(tx, variables, devices);
  const resolved = resolveDevices(asked, devices);
  assertFew(resolved, 'page_size');
  return { devices, count, resolved };
}
