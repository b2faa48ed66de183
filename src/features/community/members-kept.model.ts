/** What a member is known by: the name, and each POD with the day from which it is theirs. */
export interface KnownMember {
  readonly name: string;
  readonly pods: readonly { readonly pod: string; readonly from_on: string }[];
}
interface NumberedMember extends KnownMember {
  readonly id: number;
}

type Kept = (number | undefined)[];
type Keys = (member: KnownMember) => readonly string[];

const stretchesOf: Keys = ({ pods }) => pods.map(({ pod, from_on }) => `${pod} ${from_on}`);
const namedStretches: Keys = (member) => stretchesOf(member).map((stretch) => `${stretch} ${member.name}`);
const namedPods: Keys = ({ name, pods }) => pods.map(({ pod }) => `${pod} ${name}`);

function doubledNames(...lists: readonly (readonly KnownMember[])[]): ReadonlySet<string> {
  return new Set(
    lists.flatMap((members) => {
      const byName = Map.groupBy(members, ({ name }) => name);
      return [...byName].flatMap(([name, own]) => (own.length > 1 ? [name] : []));
    }),
  );
}

/** Gives whoever has no number yet that of a member who is free and has one of these keys in common. */
function keepBy(
  keys: Keys,
  { members, kept, free }: { members: readonly KnownMember[]; kept: Kept; free: Map<number, KnownMember> },
): void {
  const owners = new Map<string, number>();
  for (const [id, member] of free) for (const key of keys(member)) if (!owners.has(key)) owners.set(key, id);
  for (const [index, member] of members.entries()) {
    if (kept[index] !== undefined) continue;
    const id = keys(member)
      .map((key) => owners.get(key))
      .find((one) => one !== undefined && free.has(one));
    if (id === undefined) continue;
    kept[index] = id;
    free.delete(id);
  }
}

/**
 * The number that each member keeps, with the account that belongs to it. By name and POD first; then by a name that nobody else
 * bears; a corrected name is known by its stretches, all of them: whoever follows another in a home has the POD from another day.
 */
export function numbersKept(standing: readonly NumberedMember[], members: readonly KnownMember[]): Kept {
  const free = new Map<number, KnownMember>(
    standing.toSorted((a, b) => a.id - b.id).map((member) => [member.id, member]),
  );
  const kept: Kept = members.map(() => undefined);
  const asked = { members, kept, free };
  const doubled = doubledNames(standing, members);
  keepBy(namedStretches, asked);
  keepBy(namedPods, asked);
  keepBy(({ name }) => (doubled.has(name) ? [] : [name]), asked);
  // As one key each, so that neither of two who part the PODs of one member between them is taken for that member.
  keepBy((member) => [stretchesOf(member).toSorted().join()].filter((key) => key !== ''), asked);
  return kept;
}
