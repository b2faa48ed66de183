import { z } from 'zod';
import { CallError } from '../../contract/client.ts';
import { listViewsCalls } from '../../contract/list-views.contract.ts';
import { send } from '../api/send.ts';
import type { Belonging } from '../company/context.tsx';
import { keyOf, readKept } from './kept.ts';

const KeptViews = z.array(z.object({ name: z.string(), search: z.record(z.string(), z.string()) }));

/** Whether the server has it, or will never take it. */
const isSettled = (fault: unknown): boolean =>
  fault instanceof CallError && [400, 403, 409].includes(fault.status);

/**
 * Views that this browser kept for every company, before the server kept them: each company of the person is given them, and
 * they go from here. Where one could not be given, they are tried again at the next opening.
 */
export async function moveKeptViews(list: string, { user_id, companies }: Belonging): Promise<void> {
  const key = keyOf(list, 'views', user_id);
  const views = readKept(key, KeptViews);
  let moved = true;
  for (const { id_client: company } of companies) {
    for (const { name, search } of views) {
      const given = { company, body: { list, name, search } };
      moved = await send(listViewsCalls.create, given).then(
        () => moved,
        (fault: unknown) => moved && isSettled(fault),
      );
    }
  }
  if (moved) localStorage.removeItem(key);
}
