import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import type { RankedHome } from '../groups.contract.ts';
import { isBatteryImpossible } from '../home-balance.model.ts';
import { orientationOf, type Rank, rankHomes } from '../ranking.model.ts';
import type { HomeStorage } from '../storage.contract.ts';
import { byUrgency, storageHealth } from '../storage.model.ts';
import { askedDays, groupOf } from './group-answers.ts';
import { type HomeYield, listStorageSums, listYields } from './home-months.repository.ts';
import { type HomeName, nameHomes } from './homes.repository.ts';
import { pageOf } from './page-of.ts';

type OfProject = { readonly project_id?: number | undefined };
/** All homes are one page where none is asked for: of a file. */
type Query = Partial<PageQuery> & OfProject;

const askedPage = <T>(rows: readonly T[], { page = 1, page_size = rows.length }: Partial<PageQuery>) =>
  pageOf(rows, { page, page_size });

/** The last thirty days that are over: days of one's choice would tell a home's own day. */
async function monthOf(tx: Tx, project_id: number | undefined, now: Date) {
  const { zone } = await groupOf(tx, project_id);
  const { to, count } = askedDays({}, zone, now.getTime());
  return { asked: { project_id, to }, days: count };
}

/** What of homes is shown by their names, which are looked up for these alone. */
async function named<T extends { readonly plant_id: number }, U>(
  tx: Tx,
  rows: readonly T[],
  show: (name: HomeName, row: T) => U,
): Promise<U[]> {
  const names = await nameHomes(
    tx,
    rows.map(({ plant_id }) => plant_id),
  );
  return rows.flatMap((row) => {
    const name = names.get(row.plant_id);
    return name ? [show(name, row)] : [];
  });
}

const hasBatteryFault = ({ week, storage_kwh }: HomeYield): boolean => isBatteryImpossible(week, storage_kwh);

function presentRank(
  { proj_code, name }: HomeName,
  { plant_id: _, ...rank }: Rank,
  home: HomeYield,
): RankedHome {
  const { district, nominal_kwp, tilt_deg, azimuth_deg } = home;
  return {
    proj_code,
    name,
    district,
    nominal_kwp,
    orientation: orientationOf(tilt_deg, azimuth_deg),
    wrong_meter: home.wrong_meter ?? (hasBatteryFault(home) ? 'battery' : null),
    ...rank,
  };
}

/** Homes by what they made of a kWp in the last thirty days, the weak ones first. */
export async function rankedHomes(
  tx: Tx,
  { project_id, ...page }: Query,
  now: Date,
): Promise<{ count: number; results: RankedHome[] }> {
  const { asked, days } = await monthOf(tx, project_id, now);
  const homes = new Map((await listYields(tx, asked)).map((home) => [home.plant_id, home]));
  const ranks = rankHomes(
    [...homes.values()].map((home) => {
      const { plant_id, district, nominal_kwp, tilt_deg, azimuth_deg, produced_kwh, produced_days, faults } =
        home;
      return {
        plant_id,
        district,
        nominal_kwp,
        orientation: orientationOf(tilt_deg, azimuth_deg),
        produced_kwh,
        known_days: produced_days,
        days,
        faults,
        battery_fault: hasBatteryFault(home),
      };
    }),
  );
  const { count, results } = askedPage(ranks, page);
  const shown = results.flatMap((rank) => {
    const home = homes.get(rank.plant_id);
    return home ? [{ plant_id: rank.plant_id, rank, home }] : [];
  });
  return { count, results: await named(tx, shown, (name, { rank, home }) => presentRank(name, rank, home)) };
}

/** The storage of homes in the last thirty days that are over, those that need somebody first. */
export async function storageOfHomes(
  tx: Tx,
  { project_id, ...page }: Query,
  now: Date,
): Promise<{ count: number; results: HomeStorage[] }> {
  const { asked, days } = await monthOf(tx, project_id, now);
  const known = (await listStorageSums(tx, asked)).map(({ plant_id, storage_kwh, ...sums }) => ({
    plant_id,
    storage_kwh,
    ...storageHealth(sums, storage_kwh, days),
  }));
  // Of alike urgency they stay as they are called.
  const { count, results } = askedPage(known.sort(byUrgency), page);
  const shown = await named(tx, results, ({ proj_code, name }, { plant_id: _, ...home }): HomeStorage => {
    const { cycles, efficiency, health, capacity_kwh, first_kwh } = home;
    return {
      proj_code,
      name,
      ...home,
      cycles: withoutNoise(cycles),
      efficiency: withoutNoise(efficiency),
      health: withoutNoise(health),
      capacity_kwh: withoutNoise(capacity_kwh),
      first_kwh: withoutNoise(first_kwh),
    };
  });
  return { count, results: shown };
}
