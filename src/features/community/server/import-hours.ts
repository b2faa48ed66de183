import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { type FileMonth, laidOver, readHours } from '../hours-file.model.ts';
import type { HoursImport } from '../imports.contract.ts';
import { listCommunities, listLinkedPlants, listMembers } from './communities.repository.ts';
import type { HoursQuestion } from './community-question.ts';
import { listHours, lockHours, saveHours } from './hours.repository.ts';
import { listPlantPods, listPlantsAtPods } from './plants.repository.ts';

/** PODs of the community's members, and of its plants as far as the person sees them. */
async function knownPods(tx: Tx, community_id: number): Promise<Set<string>> {
  if ((await listCommunities(tx, community_id)).length === 0) notFound();
  const members = await listMembers(tx, community_id);
  const linked = await listLinkedPlants(tx, community_id);
  const plants = await listPlantPods(
    tx,
    linked.map(({ plant_id }) => plant_id),
  );
  const own = members.flatMap(({ pods }) => pods.map(({ pod }) => pod));
  return new Set([...own, ...[...plants.values()].map(({ pod }) => pod)]);
}

interface AtPods {
  /** PODs at which a plant or home stands that the person does not see. */
  readonly unseen: ReadonlySet<string>;
  /** PODs of homes: a family may have them deleted. */
  readonly homes: ReadonlySet<string>;
}

async function plantsAt(tx: Tx, pods: readonly string[]): Promise<AtPods> {
  const read = () => listPlantsAtPods(tx, pods);
  const seen = new Set((await read()).map(({ plant_id }) => plant_id));
  const all = await withEveryPlant(tx, read);
  const podsOf = (some: typeof all) => new Set(some.map(({ pod }) => pod));
  return {
    unseen: podsOf(all.filter(({ plant_id }) => !seen.has(plant_id))),
    homes: podsOf(all.filter(({ is_home }) => is_home)),
  };
}

interface Stored {
  readonly months: readonly FileMonth[];
  readonly homes: AtPods['homes'];
  readonly now: Date;
}

async function store(tx: Tx, community_id: number, { months, homes, now }: Stored): Promise<void> {
  await lockHours(tx, community_id);
  const names = [...new Set(months.map(({ month }) => month))].sort();
  const [from = '', to = from] = [names[0], names.at(-1)];
  const pods = [...new Set(months.map(({ pod }) => pod))];
  const stored = await listHours(tx, community_id, { from, to, pods });
  const keyOf = ({ pod, direction, month }: Pick<FileMonth, 'pod' | 'direction' | 'month'>) =>
    `${pod} ${direction} ${month}`;
  const before = new Map(stored.map((row) => [keyOf(row), row.hours ?? undefined]));
  const laid = months.map(({ hours, ...of }) => ({ ...of, hours: laidOver(before.get(keyOf(of)), hours) }));
  await saveHours(tx, community_id, { months: laid, kind: 'hours', now });
  const injected = months.filter(({ direction }) => direction === 'injected').map(({ pod }) => pod);
  // Nothing is taken out of the audit: PODs of homes, which are deleted with their families' data, are counted only.
  const named = [...new Set(injected)].sort();
  await recordAudit(tx, 'community.measured', String(community_id), {
    pods: pods.length,
    injected_pods: named.filter((pod) => !homes.has(pod)),
    injected_homes: named.filter((pod) => homes.has(pod)).length,
  });
  await notifyTopics(tx, ['communities']);
}

/** Reads a file of measured hours, and stores it unless something is wrong with it or it is only tried. */
export async function importHours(
  tx: Tx,
  { hours: { community, dry }, bytes }: HoursQuestion,
  now: Date,
): Promise<HoursImport> {
  const pods = await knownPods(tx, community);
  const { unseen, homes } = await plantsAt(tx, [...pods]);
  const read = readHours(new TextDecoder().decode(bytes), pods, unseen);
  if ('faults' in read) return { stored: false, pods: 0, hours: 0, months: [], faults: read.faults };
  const { months } = read;
  if (!dry) await store(tx, community, { months, homes, now });
  return {
    stored: !dry,
    pods: new Set(months.map(({ pod }) => pod)).size,
    hours: months.reduce((sum, { hours }) => sum + hours.filter((value) => !Number.isNaN(value)).length, 0),
    months: [...new Set(months.map(({ month }) => month))].sort(),
    faults: [],
  };
}
