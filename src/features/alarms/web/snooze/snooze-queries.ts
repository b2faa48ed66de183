import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { type Snooze, snoozesCalls } from '../../snoozes.contract.ts';
import { alarmsKey } from '../alarms.api.ts';
import { lastEndingOf, type SnoozePlant } from './snooze.model.ts';

interface SnoozesQuery {
  state?: 'planned' | 'active' | 'ended' | 'standing' | undefined;
  proj_code?: string | undefined;
  page?: string;
  page_size?: string;
}

/** Snoozes of the plants that the reader may see, newest start first. */
export function useSnoozes(query: SnoozesQuery) {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: [...alarmsKey(company), 'snoozes', query],
    queryFn: ({ signal }) => send(snoozesCalls.listSnoozes, { query: query, company, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Of a page of the snoozes in force. */
const MAX_SNOOZES_PER_PAGE = 500;

async function loadInForce(company: number, proj_code: string | undefined, signal: AbortSignal) {
  const found: Snooze[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      state: 'active' as const,
      proj_code,
      page: String(page),
      page_size: String(MAX_SNOOZES_PER_PAGE),
    };
    const answer = await send(snoozesCalls.listSnoozes, { query, company, signal });
    found.push(...answer.results);
    if (answer.next === null) return found;
  }
}

/** The snooze in force just now of each of some plants that has one, as the plant shows it. */
export function useInForce(plants: readonly SnoozePlant[]) {
  const company = useCompany().id_client;
  const [only] = plants;
  const proj_code = plants.length === 1 ? only?.proj_code : undefined;
  const { data, isError, refetch } = useQuery({
    queryKey: [...alarmsKey(company), 'in-force', proj_code ?? null],
    queryFn: ({ signal }) => loadInForce(company, proj_code, signal),
  });
  const lastEnding = lastEndingOf(data ?? []);
  return {
    known: data !== undefined,
    failed: isError,
    snoozes: plants.flatMap((plant) => lastEnding.get(plant.proj_code) ?? []),
    of: (plant: SnoozePlant) => lastEnding.get(plant.proj_code),
    retry: () => void refetch(),
  };
}
