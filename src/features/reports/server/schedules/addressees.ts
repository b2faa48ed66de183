import { allows } from '../../../../shared/contract/capabilities.ts';
import { findScopeOfPerson } from '../../../../shared/server/callers.ts';
import { readsHomes } from '../../../../shared/server/homes.ts';
import type { Language } from '../../../../shared/server/language.ts';
import type { Scope, Tx } from '../../../../shared/server/tenancy.ts';
import { isKnownHere } from '../../../companies/server/colleagues.public.ts';
import { findPerson, findPersonByEmail } from '../../../identity/server/people.public.ts';
import { findRecipient } from '../../../notifications/server/recipient.public.ts';
import { commonPlants } from '../../report-schedule.model.ts';
import type { ScheduleRow } from './schedules.repository.ts';

export interface Author {
  readonly name: string;
  readonly scope: Scope;
}

/** Who has a report sent, with what they may see now; undefined where they may have none sent any more. */
export async function authorOf(tx: Tx, { created_by }: ScheduleRow): Promise<Author | undefined> {
  const scope = await findScopeOfPerson(tx, created_by);
  const person = await findPerson(tx, created_by);
  if (!scope || !person || !allows('records.write', scope.roles)) return undefined;
  return { name: person.name, scope };
}

export interface Addressee {
  /** As it is noted what was sent to whom. */
  readonly recipient: string;
  /** Of the company; null: an outsider. */
  readonly member: number | null;
  readonly to: string;
  readonly language: Language;
  readonly sees: Scope['plants'];
  /** Whether what single homes did may be told to them, too. */
  readonly reads_homes: boolean;
}

/** A colleague sees what the author sees as well. */
async function colleague(tx: Tx, id: number, author: Scope): Promise<Addressee | undefined> {
  const found = await findRecipient(tx, id);
  if (!found) return undefined;
  const { email, language } = found.person;
  const sees = commonPlants(author.plants, found.scope.plants);
  const reads_homes = readsHomes(author) && readsHomes(found.scope);
  return { recipient: `member:${id}`, member: id, to: email, language, sees, reads_homes };
}

/**
 * Who has an address and belongs to the company, or did: they see as its member, whichever way they were named, and nothing where they
 * may not see it any more.
 */
async function memberAt(tx: Tx, address: string): Promise<number | undefined> {
  const person = await findPersonByEmail(tx, address);
  return person && (await isKnownHere(tx, person.id)) ? person.id : undefined;
}

/** Who is sent it now, and what each may see: a member what the author sees as well, an outsider what the author sees. */
export async function addresseesOf(tx: Tx, schedule: ScheduleRow, author: Scope): Promise<Addressee[]> {
  const [outsiders, colleagues]: [Addressee[], Set<number>] = [[], new Set(schedule.members)];
  for (const to of new Set(schedule.addresses.map((address) => address.toLowerCase()))) {
    const id = await memberAt(tx, to);
    if (id === undefined)
      outsiders.push({
        recipient: to,
        member: null,
        to,
        language: schedule.language,
        sees: author.plants,
        reads_homes: readsHomes(author),
      });
    else colleagues.add(id);
  }
  const found = [...outsiders];
  for (const id of colleagues) {
    const one = await colleague(tx, id, author);
    if (one) found.push(one);
  }
  return found;
}

/** The same addressee as they stand now; undefined where nothing may be sent to them that way any more. */
export async function addresseeNow(
  tx: Tx,
  { member, ...outsider }: Addressee,
  author: Scope,
): Promise<Addressee | undefined> {
  if (member !== null) return colleague(tx, member, author);
  if ((await memberAt(tx, outsider.to)) !== undefined) return undefined;
  return { ...outsider, member, sees: author.plants, reads_homes: readsHomes(author) };
}
