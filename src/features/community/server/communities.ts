import { type CommunityFinding, findingsOf } from '../../../energy/community/eligibility.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayAfterMonth } from '../../../shared/units/months.ts';
import { addDays, earlier, localDay, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import type { CommunityAccount } from '../accounts.contract.ts';
import {
  type Community,
  type CommunityChange,
  type CommunityRow,
  MAX_COMMUNITIES,
  type NewCommunity,
  type NewMember,
  type NewPlant,
} from '../community.contract.ts';
import { doubledPod, overlaps, percentSum, type Stretch } from '../community.model.ts';
import {
  countCommunities,
  deleteCommunity,
  findAccount,
  findTakenPlant,
  findTakenPod,
  holdCommunity,
  insertCommunity,
  isNameTaken,
  listCommunities,
  listLinkedPlants,
  listMembers,
  listUnseenPlants,
  lockCommunities,
  replaceMembers,
  replacePlants,
  updateCommunity,
} from './communities.repository.ts';
import {
  judgeAccounts,
  maySeeMembers,
  NO_ACCOUNT,
  shownAccount,
  shownMembers,
  unlessEchoed,
} from './community-accounts.ts';
import { listPlantChoices, listPlantPods } from './plants.repository.ts';
import { hasStatements } from './statements.repository.ts';

const accountColumns = ({ iban, holder, bic, cuc }: CommunityAccount) => ({
  account_iban: iban,
  account_holder: holder,
  account_bic: bic,
  account_cuc: cuc,
});

/** Communities with what the reader sees of them; whose plants are not all seen says so. */
export async function communityRows(tx: Tx): Promise<CommunityRow[]> {
  const unseen = new Set((await listUnseenPlants(tx)).map(({ community_id }) => community_id));
  return (await listCommunities(tx)).map((row) => ({ ...row, partial: unseen.has(row.id) }));
}

/** What is true whatever other plants there are. */
const TRUE_OF_SOME: readonly CommunityFinding['code'][] = ['plant_over_1mw', 'substation_without_member'];

/** A community as it is answered, with what stands against its configuration. @throws AppError not_found */
export async function presentCommunity(tx: Tx, id: number, now: Date): Promise<Community> {
  const [row] = await listCommunities(tx, id);
  if (!row) return notFound();
  const [members, plants] = [await listMembers(tx, id), await listLinkedPlants(tx, id)];
  const account = (await findAccount(tx, id)) ?? notFound();
  const today = localDay(MARKET_CLOCK, now.getTime()).day;
  const { members: _, plants: __, power_kw: ___, ...shared } = row;
  const own = ({ substation }: { substation: string }) => substation || row.substation;
  const isHere = (stretch: Stretch) => overlaps(stretch, { from_on: today, until_on: addDays(today, 1) });
  const findings = findingsOf(
    plants.filter(isHere).map((plant) => ({
      id: plant.name,
      power_kw: plant.power_kw ?? 0,
      in_operation: plant.in_operation ?? today,
      substation: own(plant),
    })),
    members
      // Whose PODs are not known yet belongs to it; whoever left, or joins later, does not today.
      .filter(({ role, pods }) => role !== 'producer' && (pods.length === 0 || pods.some(isHere)))
      .map((member) => ({ id: member.name, substation: own(member) })),
    today,
  );
  const partial = (await listUnseenPlants(tx, id)).length > 0;
  const members_hidden = !maySeeMembers(tx);
  return {
    ...shared,
    partial,
    members_hidden,
    members: shownMembers(tx, members),
    members_count: members.length,
    plants: plants.map(({ plant_id: ____, ...plant }) => plant),
    account: shownAccount(tx, account),
    findings: findings
      .filter(({ code }) => !partial || TRUE_OF_SOME.includes(code))
      // What is found of a member names them.
      .filter(({ code }) => !members_hidden || code !== 'substation_without_plant'),
  };
}

function judgePercents(
  row: Pick<NewCommunity, 'management_percent' | 'producers_percent' | 'consumers_percent'>,
) {
  const sum = percentSum([row.management_percent, row.producers_percent, row.consumers_percent]);
  if (sum !== 100) refuseField('consumers_percent', 'percent_not_100', 'The percentages must come to 100');
}

function judgeStretch(
  path: string,
  { from_on, until_on }: { from_on: string; until_on: string | null },
): void {
  if (until_on !== null && until_on <= from_on)
    refuseField(path, 'end_before_start', 'The last day lies before the first');
}

const POD_TAKEN = 'This POD belongs to a member of a community already on these days';

/** @throws AppError invalid where a POD would belong to two members on one day, of this company's communities */
async function judgePods(tx: Tx, community_id: number, members: readonly NewMember[]): Promise<void> {
  const pods = members.flatMap(({ pods }, index) =>
    pods.map((pod, place) => ({ ...pod, path: `members.${index}.pods.${place}.pod` })),
  );
  for (const pod of pods) judgeStretch(pod.path.replace(/pod$/, 'until_on'), pod);
  const twice = doubledPod(pods);
  if (twice) refuseField(twice.path, 'pod_taken', POD_TAKEN);
  const taken = await findTakenPod(tx, community_id, pods);
  const place = pods.find(({ pod }) => pod === taken);
  if (place) refuseField(place.path, 'pod_taken', POD_TAKEN);
}

const PLANT_TAKEN =
  'This plant, or another one at its POD, belongs to another community already on these days';
const PLANTS_AT_POD = 'Another plant of this community stands at the same POD: its energy would count twice';

type NumberedPlant = Stretch & { readonly plant_id: number };

/** Energy is shared once. @throws AppError invalid where a plant, or what is metered at its POD, would belong to two on one day */
async function judgePlants(
  tx: Tx,
  community_id: number,
  plants: readonly NumberedPlant[],
  pathOf: (index: number) => string,
): Promise<void> {
  const pods = await listPlantPods(
    tx,
    plants.map(({ plant_id }) => plant_id),
  );
  const metered = plants.flatMap(({ plant_id, from_on, until_on }, index) => {
    const pod = pods.get(plant_id)?.pod ?? '';
    return pod === '' ? [] : [{ pod, from_on, until_on, path: pathOf(index) }];
  });
  const twice = doubledPod(metered);
  if (twice) refuseField(twice.path, 'plants_at_pod', PLANTS_AT_POD);
  const taken = await findTakenPlant(tx, community_id, plants);
  if (!taken) return;
  const path = pathOf(plants.findIndex(({ plant_id }) => plant_id === taken.plant_id));
  if (taken.own) refuseField(path, 'plants_at_pod', PLANTS_AT_POD);
  refuseField(path, 'plant_taken', PLANT_TAKEN);
}

/**
 * The same of a month before it is divided: what was stored may be older than the rule, or a POD was changed in the plant's own data.
 * @throws AppError invalid
 */
export async function judgePlantsOfMonth(
  tx: Tx,
  { community_id, month, plants }: { community_id: number; month: string; plants: readonly NumberedPlant[] },
): Promise<void> {
  const [start, end] = [`${month}-01`, dayAfterMonth(month)];
  const within = plants
    .filter((plant) => overlaps(plant, { from_on: start, until_on: end }))
    .map(({ plant_id, from_on, until_on }) => ({
      plant_id,
      from_on: earlier(from_on, start) === from_on ? start : from_on,
      until_on: earlier(until_on ?? end, end),
    }));
  await judgePlants(tx, community_id, within, () => 'month');
}

/** Plants by their numbers. @throws AppError not_found for one that the scope does not see */
async function plantNumbers(tx: Tx, plants: readonly NewPlant[]) {
  const codes = plants.map(({ proj_code }) => proj_code);
  const twice = codes.findIndex((code, index) => codes.indexOf(code) !== index);
  if (twice >= 0)
    refuseField(`plants.${twice}.proj_code`, 'plant_twice', 'A plant can belong to a community once');
  for (const [index, plant] of plants.entries()) judgeStretch(`plants.${index}.until_on`, plant);
  const known = new Map((await listPlantChoices(tx, { codes })).map(({ proj_code, id }) => [proj_code, id]));
  return plants.map(({ proj_code, ...plant }) => ({
    ...plant,
    plant_id: known.get(proj_code) ?? notFound(),
  }));
}

/** Writes members and plants; answers whether an account of a member has changed. */
async function writeParts(
  tx: Tx,
  id: number,
  { members, plants }: Pick<CommunityChange, 'members' | 'plants'>,
): Promise<boolean> {
  if (members) await judgePods(tx, id, members);
  const accounts = members !== undefined && (await replaceMembers(tx, id, members));
  if (plants) {
    const numbered = await plantNumbers(tx, plants);
    await judgePlants(tx, id, numbered, (index) => `plants.${index}.proj_code`);
    await replacePlants(tx, id, numbered);
  }
  return accounts;
}

async function judgeName(tx: Tx, name: string, but: number | null): Promise<void> {
  if (await isNameTaken(tx, name, but))
    refuseField('name', 'taken', 'There is a community of this name already');
}

/** Founds a community. @throws AppError invalid, each fault at its field; not_found for a plant that is not seen */
export async function createCommunity(tx: Tx, given: NewCommunity, now: Date): Promise<Community> {
  const { plants, account: _, members: __, ...fields } = given;
  const { account, members } = unlessEchoed(given, { account: NO_ACCOUNT, members: [] });
  judgePercents(given);
  judgeAccounts(tx, { account, members });
  await lockCommunities(tx);
  await judgeName(tx, fields.name, null);
  if ((await countCommunities(tx)) >= MAX_COMMUNITIES) throw tooMany(MAX_COMMUNITIES);
  const columns = { ...fields, ...(account && accountColumns(account)) };
  const id = await insertCommunity(tx, { ...columns, switches: JSON.stringify(fields.switches) });
  await writeParts(tx, id, { members, plants });
  await recordAudit(tx, 'community.created', String(id), {});
  await notifyTopics(tx, ['communities']);
  return presentCommunity(tx, id, now);
}

export async function changeCommunity(
  tx: Tx,
  id: number,
  { version, plants, ...change }: CommunityChange,
  now: Date,
): Promise<Community> {
  await lockCommunities(tx);
  const held = (await holdCommunity(tx, id)) ?? notFound();
  const before = (await listCommunities(tx, id))[0] ?? notFound();
  await assertVersion(held, version, () => presentCommunity(tx, id, now));
  const known = (await findAccount(tx, id)) ?? notFound();
  const standing = change.members ? await listMembers(tx, id) : [];
  const { members, account, ...sent } = {
    ...change,
    ...unlessEchoed(change, { account: known, members: standing }),
  };
  const fields = definedFields(sent);
  judgePercents({ ...before, ...fields });
  judgeAccounts(tx, { account, members });
  if (fields.name !== undefined) await judgeName(tx, fields.name, id);
  const changes: Record<string, unknown> = changedFields(before, fields);
  const paysFrom = account && changedFields(accountColumns(known), accountColumns(account));
  const accounts = (await writeParts(tx, id, { members, plants })) || Object.keys(paysFrom ?? {}).length > 0;
  const names = [
    ...Object.keys(changes),
    ...(members ? ['members'] : []),
    ...(plants ? ['plants'] : []),
    ...(accounts ? ['accounts'] : []),
  ];
  if (names.length === 0) return presentCommunity(tx, id, now);
  if ('switches' in changes) changes.switches = JSON.stringify(changes.switches);
  await updateCommunity(tx, id, { ...changes, ...paysFrom });
  await recordAudit(tx, 'community.changed', String(id), { fields: names });
  await notifyTopics(tx, ['communities']);
  return presentCommunity(tx, id, now);
}

/** @throws AppError not_found; invalid where months of it are closed */
export async function removeCommunity(tx: Tx, id: number): Promise<void> {
  // Nobody closes a month of it meanwhile.
  await lockCommunities(tx);
  if (!(await holdCommunity(tx, id))) notFound();
  if (await hasStatements(tx, id))
    refuseField(
      '',
      'has_statements',
      'Months of this community are closed: its statements are kept, and so is it',
    );
  await deleteCommunity(tx, id);
  await recordAudit(tx, 'community.removed', String(id), {});
  await notifyTopics(tx, ['communities', 'simulations']);
}
