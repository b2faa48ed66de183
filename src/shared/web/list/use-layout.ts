import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { DENSITIES, type Layout, listLayoutsCalls } from '../../contract/list-layouts.contract.ts';
import { callQuery } from '../api/call-query.ts';
import { newestWins } from '../api/newest-wins.ts';
import { send } from '../api/send.ts';
import { useBelonging, useCompanyIfAny } from '../company/context.tsx';
import { toast } from '../ui/toast.ts';
import { keyOf, readKept } from './kept.ts';

const Ids = z.array(z.string().max(60)).max(60);
const Kept = z.object({ columns: Ids, hidden: Ids, density: z.enum(DENSITIES).nullable() });

/** What this browser last showed of a list, so that the first picture is the right one; before, it kept the hidden ones alone. */
function readHere(list: string, user_id: number, company: number): { layout: Layout | null; old: boolean } {
  const text = localStorage.getItem(layoutKey(list, user_id, company));
  const layout =
    text === null ? null : Kept.catch({ columns: [], hidden: [], density: null }).parse(parsed(text));
  if (layout) return { layout, old: false };
  const key = keyOf(list, 'hidden', user_id);
  if (localStorage.getItem(key) === null) return { layout: null, old: false };
  return { layout: { columns: [], hidden: [...readKept(key, Ids)], density: null }, old: true };
}

const layoutKey = (list: string, user_id: number, company: number) =>
  `list:${list}:layout:${user_id}:${company}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * How the person has arranged a list: null where they have not. The server keeps it for them in each company; what is chosen
 * shows at once.
 */
export function useLayout(list: string) {
  const company = useCompanyIfAny()?.id_client ?? null;
  const { user_id } = useBelonging();
  const [own, setOwn] = useState<Layout | null>(null);
  const [here] = useState(() => readHere(list, user_id, company ?? 0));
  const asked = callQuery(company, listLayoutsCalls.list, company === null ? null : {}, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = useQuery(asked);
  const stored = data?.find((one) => one.list === list) ?? null;
  const save = useMemo(
    () =>
      newestWins(
        async (body: Layout) => {
          if (company !== null) await send(listLayoutsCalls.save, { params: { list }, body, company });
        },
        (fault) => {
          if (fault) toast.failed();
        },
      ),
    [company, list],
  );
  useEffect(() => {
    if (stored && company !== null) {
      const { columns, hidden, density } = stored;
      localStorage.setItem(layoutKey(list, user_id, company), JSON.stringify({ columns, hidden, density }));
    }
    // What the browser kept before the server did goes to the server, once for each company.
    else if (data && here.old && here.layout) save(here.layout);
  }, [data, stored, here, list, user_id, company, save]);
  const layout = own ?? stored ?? here.layout;
  const put = (next: Layout) => {
    setOwn(next);
    localStorage.setItem(layoutKey(list, user_id, company ?? 0), JSON.stringify(next));
    save(next);
  };
  return { layout, put };
}
