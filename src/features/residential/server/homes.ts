import type { z } from 'zod';
import {
  CLOUD_INTERVAL_S,
  GATEWAY_INTERVAL_S,
  gatewayDevices,
  HOME_GATEWAY,
} from '../../../devices/templates/home-gateway.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { CLOUD_VENDORS, type CloudVendor } from '../../../shared/server/cloud-settings.ts';
import { AppError, notFound, unconfirmed } from '../../../shared/server/errors.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import { listLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isRestTime } from '../../plants/daylight.model.ts';
import { plantsApi } from '../../plants/server/plants.public.ts';
import { cloudFaultOf } from '../home-states.model.ts';
import type { Home, HomeChange, HomeDetail, HomeFilter, NewHome } from '../homes.contract.ts';
import type { HomePlace } from '../places.contract.ts';
import { inTheirOrder } from '../prices.model.ts';
import { orientationOf } from '../ranking.model.ts';
import { countStates, type SendingState, type StateCounts, sendingState } from '../sending-states.model.ts';
import {
  deleteCloudSite,
  findCloudSite,
  isSiteOfOurs,
  saveCloudSite,
} from './clouds/cloud-sites.repository.ts';
import { judgeAnew } from './home-days.ts';
import { SIGHTS } from './home-rhythm.repository.ts';
import {
  type AskedHomes,
  listLateHomes,
  listPlaces,
  listSights,
  type SendingHome,
} from './home-states.repository.ts';
import { findContact, type HomeRow, insertHome, listHomes, updateHome } from './homes.repository.ts';
import { projectExists } from './projects.repository.ts';

/** What a rhythm is where it did not matter. */
export const ANY_RHYTHM_S = 300;

/** A home with nothing but inverters rests with them: it is not silent every night. */
export const stateOfHome = (home: SendingHome, now: number): SendingState => {
  const { last_at, rhythm_s, only_by_day } = home;
  const rests = () => only_by_day === true && isRestTime(home, now);
  return sendingState({ last_at, rhythm_s: rhythm_s ?? ANY_RHYTHM_S, rests }, now);
};

export function presentHome(row: HomeRow, now: number): Home {
  const { last_at, rhythm_s: _, only_by_day: ______, production_type: __, version: ___, ...rest } = row;
  const { tilt_deg, azimuth_deg, import_eur_kwh: ____, export_eur_kwh: _____, ...unpriced } = rest;
  const { former_prices: _______, ...fields } = unpriced;
  return {
    ...fields,
    orientation: orientationOf(tilt_deg, azimuth_deg),
    state: stateOfHome(row, now),
    last_reading_at: last_at === null ? null : new Date(last_at).toISOString(),
  };
}

/** A home that the scope may see. @throws AppError not_found */
export async function getHome(tx: Tx, proj_code: string, now: Date): Promise<HomeRow> {
  const [row] = await listHomes(tx, { codes: [proj_code], now });
  return row ?? notFound();
}

/** What a link of a family opens; it stays for good. */
export const FAMILY = 'home_family';

/** Until when a home's page opens to its family; null where no link does. */
async function familyLinkUntil(tx: Tx, record_id: number, now: Date): Promise<string | null> {
  const links = await listLinks(tx, { kind: FAMILY, record_id });
  const open = links.find(({ withdrawn_at, expires_at }) => withdrawn_at === null && expires_at > now);
  return open?.expires_at.toISOString() ?? null;
}

export async function getHomeDetail(tx: Tx, proj_code: string, now: Date): Promise<HomeDetail> {
  const row = await getHome(tx, proj_code, now);
  const contact = (await findContact(tx, row.plant_id)) ?? notFound();
  const site = await findCloudSite(tx, row.plant_id);
  const { tilt_deg, azimuth_deg, import_eur_kwh, export_eur_kwh, former_prices, version } = row;
  return {
    ...presentHome(row, now.getTime()),
    ...contact,
    tilt_deg,
    azimuth_deg,
    import_eur_kwh,
    export_eur_kwh,
    former_prices,
    version,
    cloud_site_id: site?.site_id ?? '',
    cloud_fault: site?.fault == null ? null : cloudFaultOf(site.fault),
    cloud_read_until: site?.read_until?.toISOString() ?? null,
    family_link_until: await familyLinkUntil(tx, row.plant_id, now),
  };
}

export type AskedStates = z.output<typeof HomeFilter>;

/** The states of homes that were heard of, but not just now. */
async function statesOfLate(
  tx: Tx,
  asked: AskedHomes,
  now: Date,
): Promise<(home: { plant_id: number }) => SendingState> {
  const homes = await listLateHomes(tx, asked, now);
  const states = new Map(homes.map((home) => [home.plant_id, stateOfHome(home, now.getTime())]));
  // Whoever was heard of between the two questions sends.
  return ({ plant_id }) => states.get(plant_id) ?? 'sends';
}

/** Homes that a filter leaves, as they are called, with the states of all that its other parts leave. */
export async function findStates(
  tx: Tx,
  { state, ...asked }: AskedStates,
  now: Date,
): Promise<{ plant_ids: number[]; states: StateCounts }> {
  const sights = await listSights(tx, asked, now);
  const lateState = await statesOfLate(tx, asked, now);
  const homes = sights.map((home) => ({ plant_id: home.plant_id, state: home.sight ?? lateState(home) }));
  const chosen = homes.filter((home) => state === undefined || home.state === state);
  return {
    plant_ids: chosen.map(({ plant_id }) => plant_id),
    states: countStates(homes.map((home) => home.state)),
  };
}

/** Where homes stand and how they send, and how many have no place. */
export async function findPlaces(
  tx: Tx,
  { state: wanted, ...asked }: AskedStates,
  now: Date,
): Promise<{ homes: HomePlace[]; without_place: number; states: StateCounts }> {
  const homes = await listPlaces(tx, asked, now);
  const lateState = await statesOfLate(tx, asked, now);
  const all: SendingState[] = [];
  const placed: HomePlace[] = [];
  let without_place = 0;
  for (const home of homes) {
    const { proj_code, name, latitude, longitude, sight } = home;
    const state = SIGHTS[sight] ?? lateState(home);
    all.push(state);
    if (wanted !== undefined && state !== wanted) continue;
    if (latitude === null || longitude === null) without_place += 1;
    else placed.push({ proj_code, name, latitude, longitude, state });
  }
  return { homes: placed, without_place, states: countStates(all) };
}

/** Some homes, as they are called. */
export async function showHomes(tx: Tx, plant_ids: readonly number[], now: Date): Promise<Home[]> {
  return (await listHomes(tx, { plant_ids, now })).map((row) => presentHome(row, now.getTime()));
}

type Given = z.output<typeof HomeChange>;
const PLANT_FIELDS = ['name', 'comune', 'latitude', 'longitude', 'tilt_deg', 'azimuth_deg'] as const;
const HOME_FIELDS = [
  'project_id',
  'district',
  'pod',
  'storage_kwh',
  'inverter_model',
  'provider',
  'owner_name',
  'owner_phone',
  'owner_email',
  'import_eur_kwh',
  'export_eur_kwh',
] as const;

function picked<K extends keyof Given>(given: Given, names: readonly K[]): Partial<Pick<Given, K>> {
  const entries = names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
  return Object.fromEntries(entries) as Partial<Pick<Given, K>>;
}

/** What of a home stands beside its plant. */
function homeFieldsOf(given: Given) {
  const former = given.former_prices && JSON.stringify(inTheirOrder(given.former_prices));
  return { ...picked(given, HOME_FIELDS), former_prices: former };
}

/** What of a home stands at its plant, by the plant's names. */
function plantFieldsOf(given: Given) {
  const power = given.nominal_kwp === undefined ? {} : { potenza_nominale: given.nominal_kwp };
  return { ...picked(given, PLANT_FIELDS), ...power };
}

/** @throws AppError not_found for a project that is not there */
export async function judgeProject(tx: Tx, project_id: number | null | undefined): Promise<void> {
  if (project_id != null && !(await projectExists(tx, project_id))) notFound();
}

/** The vendor whose cloud is a home's provider; undefined where its readings come by another way. */
const vendorOf = (provider: string): CloudVendor | undefined =>
  CLOUD_VENDORS.find((vendor) => vendor === provider);

/**
 * A site that another company has is taken like any other, and not read: nobody learns which sites others have.
 * @throws AppError conflict where another home of the company has the site; invalid where the provider has none
 */
async function judgeSite(
  tx: Tx,
  { provider, cloud_site_id = '' }: Pick<Given, 'provider' | 'cloud_site_id'>,
  plant_id: number | null,
): Promise<void> {
  if (cloud_site_id === '') return;
  const path = 'cloud_site_id';
  const vendor = vendorOf(provider ?? '');
  if (!vendor) {
    const message = 'only a home that is read from the cloud of a manufacturer has a site there';
    throw new AppError('invalid', message, { errors: [{ path, message, code: 'no_cloud' }] });
  }
  if (!(await isSiteOfOurs(tx, { vendor, site_id: cloud_site_id, plant_id }))) return;
  throw new AppError('conflict', 'Another home is read from this site', {
    errors: [{ path, message: 'already taken', code: 'taken' }],
  });
}

/** What of a home's way in is given. */
function definedOf({ provider, cloud_site_id }: Given): {
  provider?: HomeDetail['provider'];
  cloud_site_id?: string;
} {
  return {
    ...(provider !== undefined && { provider }),
    ...(cloud_site_id !== undefined && { cloud_site_id }),
  };
}

async function keepSite(
  tx: Tx,
  plant_id: number,
  { provider, cloud_site_id, now }: { provider: string; cloud_site_id: string; now: Date },
): Promise<void> {
  const vendor = vendorOf(provider);
  if (vendor && cloud_site_id !== '')
    await saveCloudSite(tx, plant_id, { vendor, site_id: cloud_site_id, now });
  else await deleteCloudSite(tx, plant_id);
}

/** The devices of a home gateway, which send by themselves. */
async function addGateway(
  tx: Tx,
  { proj_code, storage_kwh, provider }: z.output<typeof NewHome>,
): Promise<void> {
  const interval_s = vendorOf(provider ?? '') ? CLOUD_INTERVAL_S : GATEWAY_INTERVAL_S;
  for (const short_name of gatewayDevices(storage_kwh)) {
    const { category, variables } = HOME_GATEWAY[short_name];
    const device = { proj_code, short_name, category, interval_s };
    await plantsApi.addSender(tx, { ...device, variables: variables.map((name) => ({ name })) });
  }
}

interface Asking {
  readonly now: Date;
  /** Whether whoever asks has confirmed their address. */
  readonly confirmed: boolean;
}

/** Adds a home. @throws AppError conflict when the code is taken; not_found for its project; forbidden */
export async function createHome(
  tx: Tx,
  given: z.output<typeof NewHome>,
  { now, confirmed }: Asking,
): Promise<HomeDetail> {
  const { proj_code, name } = given;
  if (given.cloud_site_id && !confirmed) throw unconfirmed();
  await judgeProject(tx, given.project_id);
  await judgeSite(tx, given, null);
  const { plant, seeing } = await plantsApi.createHome(tx, { ...plantFieldsOf(given), proj_code, name });
  await insertHome(seeing, plant.master_id, homeFieldsOf(given));
  const { provider = 'gateway', cloud_site_id = '' } = given;
  await keepSite(seeing, plant.master_id, { provider, cloud_site_id, now });
  if (given.gateway) await addGateway(seeing, given);
  await recordAudit(seeing, 'home.created', proj_code, {});
  return getHomeDetail(seeing, proj_code, now);
}

/** Changes a home. @throws AppError not_found; conflict, with what is stored, when somebody saved in between; forbidden */
export async function changeHome(
  tx: Tx,
  proj_code: string,
  given: Given,
  { now, confirmed }: Asking,
): Promise<HomeDetail> {
  const before = await getHomeDetail(tx, proj_code, now);
  await judgeProject(tx, given.project_id);
  const site = { provider: before.provider, cloud_site_id: before.cloud_site_id, ...definedOf(given) };
  // A home that is not read from a cloud any more leaves its site.
  if (!vendorOf(site.provider) && given.cloud_site_id === undefined) site.cloud_site_id = '';
  const is_same = site.provider === before.provider && site.cloud_site_id === before.cloud_site_id;
  if (site.cloud_site_id !== '' && !is_same && !confirmed) throw unconfirmed();
  await judgeSite(tx, site, before.plant_id);
  const fields = { ...homeFieldsOf(given), version: given.version };
  if (!(await updateHome(tx, before.plant_id, fields)))
    throw savedMeanwhile(await getHomeDetail(tx, proj_code, now));
  await keepSite(tx, before.plant_id, { ...site, now });
  const ofPlant = plantFieldsOf(given);
  if (Object.keys(ofPlant).length > 0) await plantsApi.change(tx, proj_code, ofPlant);
  // By it is judged whether a day's production can be.
  if (given.nominal_kwp !== undefined && given.nominal_kwp !== before.nominal_kwp)
    await judgeAnew(tx, before.plant_id, now);
  await recordAudit(tx, 'home.changed', proj_code, {});
  return getHomeDetail(tx, proj_code, now);
}
