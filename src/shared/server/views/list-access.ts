import type { Access, Area } from '../../contract/call.ts';
import { allows, CAPABILITIES, type Capability } from '../../contract/capabilities.ts';

/** What each list's calls demand of who makes them, by the list's name. */
export type ListAccess = ReadonlyMap<string, readonly Access[]>;

/** What the calls of all areas say of the lists whose rows they answer. */
export function listAccess(areas: readonly Area[]): ListAccess {
  const lists = new Map<string, Access[]>();
  for (const { list, access } of areas.flatMap((area) => Object.values(area)))
    if (list !== undefined) lists.set(list, [...(lists.get(list) ?? []), access]);
  return lists;
}

const isCapability = (access: Access): access is Capability => access in CAPABILITIES;

/** Whether somebody of these roles may read a list; nobody one that no call answers. */
export function mayReadList(lists: ListAccess, list: string, roles: readonly string[]): boolean {
  const calls = lists.get(list) ?? [];
  return calls.length > 0 && calls.every((access) => isCapability(access) && allows(access, roles));
}
