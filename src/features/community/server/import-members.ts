import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ReadTable } from '../../cloudcontrol/server/table-files.public.ts';
import { type CommunityMember, MAX_COMMUNITY_MEMBERS, NewMember } from '../community.contract.ts';
import { doubledPod, podOf } from '../community.model.ts';
import type { MembersImport } from '../imports.contract.ts';
import {
  type FileMember,
  type MembersFault,
  type MembersFaultCode,
  readMembers,
} from '../members-file.model.ts';
import {
  findTakenPod,
  holdCommunity,
  listCommunities,
  listMembers,
  lockCommunities,
  replaceMembers,
  updateCommunity,
} from './communities.repository.ts';
import { mayPay } from './community-accounts.ts';

/** At most so many are told: the first say mostly what is wrong with all. */
const TOLD = 50;
const BLANK = { kind: 'family', level: 1, email: '', substation: '' } as const;

/** A member as the community would have them, with the rows that their PODs come from. */
interface Merged {
  readonly row: number;
  /** Number of the member as they stood; undefined: they are new. */
  readonly id: number | undefined;
  readonly member: NewMember;
  readonly change: 'added' | 'changed' | 'unchanged';
}

const standingOf = ({ id: _, iban: __, account_holder: ___, ...member }: CommunityMember): NewMember =>
  member;

/** PODs that a member has, with those of the file over them: the same POD from the same day is the same stretch. */
function podsOf(before: CommunityMember | undefined, { pods }: FileMember) {
  const given = pods.map(({ row: _, ...pod }) => ({
    ...pod,
    pod: podOf(pod.pod),
  }));
  const kept = (before?.pods ?? []).filter(
    ({ pod, from_on }) => !given.some((one) => one.pod === pod && one.from_on === from_on),
  );
  return [...kept, ...given].toSorted((a, b) => (a.from_on < b.from_on ? -1 : 1));
}

/** Which code says what is wrong at a place of a member. */
function codeOf(path: readonly PropertyKey[]): MembersFaultCode {
  const place = String(path.at(-1));
  if (place === 'pod' || place === 'email' || place === 'iban' || place === 'role') return place;
  return place === 'account_holder' ? place : 'not_allowed';
}

function merge(file: FileMember, before: CommunityMember | undefined): Merged | MembersFault[] {
  const { row, pods: _, ...own } = file;
  const raw = { ...BLANK, ...(before && standingOf(before)), ...own, pods: podsOf(before, file) };
  const read = NewMember.safeParse(raw);
  if (!read.success)
    return read.error.issues.map(({ path }) => {
      const stretch = path[0] === 'pods' ? raw.pods[Number(path[1])] : undefined;
      const at = file.pods.find(({ pod }) => stretch && podOf(pod) === stretch.pod);
      return { row: at?.row ?? row, column: String(path.at(-1)), code: codeOf(path) };
    });
  const { iban, account_holder, ...member } = read.data;
  const same =
    before !== undefined &&
    isDeepStrictEqual({ ...member }, { ...standingOf(before) }) &&
    (iban ?? before.iban) === before.iban &&
    (account_holder ?? before.account_holder) === before.account_holder;
  return {
    row,
    id: before?.id,
    member: read.data,
    change: before ? (same ? 'unchanged' : 'changed') : 'added',
  };
}

interface Judged {
  readonly merged: Merged[];
  readonly faults: MembersFault[];
  readonly ignored: readonly string[];
}

function judge(tx: Tx, { rows, cut }: ReadTable, standing: readonly CommunityMember[]): Judged {
  const { members, faults, ignored } = readMembers(rows);
  if (cut) faults.push({ row: rows.length, column: '', code: 'too_long' });
  const known = Map.groupBy(standing, ({ name }) => name);
  const merged: Merged[] = [];
  for (const file of members) {
    const made = merge(file, meant(file, known.get(file.name) ?? []));
    if (Array.isArray(made)) faults.push(...made);
    else merged.push(made);
    if (!mayPay(tx) && (file.iban !== undefined || file.account_holder !== undefined))
      faults.push({ row: file.row, column: 'iban', code: 'account_not_yours' });
  }
  return { merged, faults, ignored };
}

/** Whom of a name a row of the file means: of several, the one that has a POD of it. */
function meant(file: FileMember, standing: readonly CommunityMember[]): CommunityMember | undefined {
  if (standing.length < 2) return standing[0];
  const named = new Set(file.pods.map(({ pod }) => podOf(pod)));
  return standing.find(({ pods }) => pods.some(({ pod }) => named.has(pod)));
}

/** What stands against PODs, of the file's members and of those that stay as they are. */
async function podFaults(
  tx: Tx,
  community: number,
  all: readonly (Pick<Merged, 'member'> & { row: number })[],
) {
  const pods = all.flatMap(({ member, row }) =>
    member.pods.map((pod) => ({ ...pod, row, path: String(row) })),
  );
  const reversed = pods.filter(({ from_on, until_on }) => until_on !== null && until_on <= from_on);
  const wrong: MembersFault[] = reversed.map(({ row }) => ({
    row,
    column: 'until_on',
    code: 'end_before_start',
  }));
  const twice = doubledPod(pods);
  if (twice) wrong.push({ row: Number(twice.path), column: 'pod', code: 'pod_taken' });
  if (wrong.length > 0) return wrong;
  const taken = await findTakenPod(tx, community, pods);
  const row = pods.find(({ pod }) => pod === taken)?.row ?? 0;
  return taken === undefined ? [] : [{ row, column: 'pod', code: 'pod_taken' } as const];
}

interface MembersFile {
  readonly community: number;
  readonly dry: boolean;
  readonly version: number | undefined;
}

/** Takes members of a file over, all rows or none: who stands in it is added or changed, everybody else stays. */
export async function importMembers(
  tx: Tx,
  table: ReadTable,
  { community, dry, version }: MembersFile,
): Promise<MembersImport> {
  if (!dry) await lockCommunities(tx);
  const held = dry ? (await listCommunities(tx, community))[0] : await holdCommunity(tx, community);
  const now = held?.version ?? notFound();
  if (version !== undefined && version !== now)
    refuseField('version', 'members_moved', 'Somebody has changed this community since: try the file again');
  const standing = await listMembers(tx, community);
  const { merged, faults, ignored } = judge(tx, table, standing);
  const changed = new Set(merged.map(({ id }) => id));
  const others = standing
    .filter(({ id }) => !changed.has(id))
    .map((one) => ({ row: 0, member: standingOf(one) }));
  if (others.length + merged.length > MAX_COMMUNITY_MEMBERS)
    faults.push({ row: merged.at(-1)?.row ?? 0, column: '', code: 'too_long' });
  if (faults.length === 0) faults.push(...(await podFaults(tx, community, [...others, ...merged])));
  const stored = !dry && faults.length === 0;
  if (stored)
    await store(
      tx,
      community,
      [...others, ...merged].map(({ member }) => member),
    );
  const count = (change: Merged['change']) => merged.filter((one) => one.change === change).length;
  return {
    stored,
    members: merged.length,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    ignored: [...ignored],
    faults: faults.length,
    version: now,
    told: faults.toSorted((a, b) => a.row - b.row).slice(0, TOLD),
  };
}

async function store(tx: Tx, community: number, members: readonly NewMember[]): Promise<void> {
  const accounts = await replaceMembers(tx, community, members);
  await updateCommunity(tx, community, {});
  const fields = ['members', ...(accounts ? ['accounts'] : [])];
  await recordAudit(tx, 'community.changed', String(community), { fields });
  await notifyTopics(tx, ['communities']);
}
