import type { Community, CommunityChange } from '../../community.contract.ts';
import {
  type MemberBody,
  type MemberRole,
  SWITCHES,
  type Switches,
  switchesOf,
} from '../../community.model.ts';

/** A member with one POD, as a row of the form shows it; a member's further PODs are rows of their own. */
export interface MemberValues {
  /** Number of the member; null in a row that was added. */
  member_id: number | null;
  name: string;
  role: MemberRole;
  kind: MemberBody;
  level: number;
  email: string;
  iban: string;
  account_holder: string;
  substation: string;
  pod: string;
  from_on: string;
  until_on: string | null;
}

export interface PlantValues {
  proj_code: string | null;
  substation: string;
  /** Percent of the cost. */
  grant_percent: number | null;
  from_on: string;
  until_on: string | null;
}

type Same = 'name' | 'description' | 'substation' | 'legal_form' | 'area' | 'zone' | 'surplus_to';
type Percents = 'management_percent' | 'producers_percent' | 'consumers_percent';

export type SettingsValues = Pick<Community, Same | Percents | 'equidistribution' | 'account'> &
  Switches & { members: MemberValues[]; plants: PlantValues[] };

export const blankMember = (today: string): MemberValues => ({
  member_id: null,
  name: '',
  role: 'consumer',
  kind: 'family',
  level: 1,
  email: '',
  substation: '',
  pod: '',
  iban: '',
  account_holder: '',
  from_on: today,
  until_on: null,
});
export const blankPlant = (today: string): PlantValues => ({
  proj_code: null,
  substation: '',
  grant_percent: 0,
  from_on: today,
  until_on: null,
});

/** What stands in the fields of a community. */
export function valuesOf(community: Community): SettingsValues {
  const { name, description, substation, legal_form, area, zone, surplus_to, equidistribution } = community;
  const { management_percent, producers_percent, consumers_percent, account } = community;
  return {
    account,
    name,
    description,
    substation,
    legal_form,
    area,
    zone,
    surplus_to,
    equidistribution,
    management_percent,
    producers_percent,
    consumers_percent,
    ...switchesOf(community.switches),
    members: community.members.flatMap(({ id: member_id, pods, ...member }) =>
      (pods.length > 0 ? pods : [{ pod: '', from_on: '', until_on: null }]).map((pod) => ({
        member_id,
        ...member,
        ...pod,
      })),
    ),
    plants: community.plants.map(({ proj_code, substation: own, grant_share, from_on, until_on }) => ({
      proj_code,
      substation: own,
      from_on,
      until_on,
      grant_percent: Math.round(grant_share * 10_000) / 100,
    })),
  };
}

/**
 * Rows of one member: by its number, for another may be called alike. A row that was added is a further POD of whoever alone has its
 * name; where a name in one of a member's rows was changed, that POD is another's.
 */
function rowsByMember(rows: readonly MemberValues[]): MemberValues[][] {
  const keyOf = ({ member_id, name }: MemberValues) => `${member_id ?? ''} ${name.trim()}`;
  const known = Map.groupBy(
    new Map(rows.filter(({ member_id }) => member_id !== null).map((row) => [keyOf(row), row])).values(),
    ({ name }) => name.trim(),
  );
  const owner = (row: MemberValues) => {
    const [one, ...others] = row.member_id === null ? (known.get(row.name.trim()) ?? []) : [];
    return one && others.length === 0 ? one : row;
  };
  return [...Map.groupBy(rows, (row) => keyOf(owner(row))).values()];
}

const podRowsOf = (own: readonly MemberValues[]) => own.filter(({ pod }) => pod.trim() !== '');

function membersOf(rows: readonly MemberValues[], accounts: boolean): CommunityChange['members'] {
  return rowsByMember(rows).flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { member_id: _, pod: __, from_on: ___, until_on: ____, iban, account_holder, ...member } = first;
    const pods = podRowsOf(own).map(({ pod, from_on, until_on }) => ({
      pod,
      from_on,
      until_on: until_on || null,
    }));
    return [{ ...member, ...(accounts && { iban, account_holder }), pods }];
  });
}

/** What is sent of the fields; bank accounts by those alone who may change them. */
export function bodyOf({ members, plants, account, ...rest }: SettingsValues, accounts: boolean): object {
  const names = Object.keys(SWITCHES) as (keyof Switches)[];
  const switches = Object.fromEntries(names.map((name) => [name, rest[name]]));
  const same = Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name as never)));
  return {
    ...same,
    switches,
    members: membersOf(members, accounts),
    ...(accounts && { account }),
    plants: plants.map(({ grant_percent, until_on, ...plant }) => ({
      ...plant,
      grant_share: (grant_percent ?? 0) / 100,
      until_on: until_on || null,
    })),
  };
}

/** The field at which a fault of the body is said: rows of one member are its PODs. */
export function fieldOf(path: string, { members }: Pick<SettingsValues, 'members'>): string | undefined {
  const [, member, pod, field] = /^members\.(\d+)\.(?:pods\.(\d+)\.)?(\w+)$/.exec(path) ?? [];
  if (member !== undefined) {
    const own = rowsByMember(members)[Number(member)] ?? [];
    const row = pod === undefined ? own[0] : podRowsOf(own)[Number(pod)];
    return row && `members.${members.indexOf(row)}.${field}`;
  }
  if (path.endsWith('.grant_share')) return path.replace('grant_share', 'grant_percent');
  return path.startsWith('switches.') ? path.slice('switches.'.length) : path;
}
