import { keepPreviousData } from '@tanstack/react-query';
import type { Ask } from '../../../../shared/web/api/call-query.ts';
import { useCall, useLoad } from '../../../../shared/web/api/use-call.ts';
import { type Snooze, snoozesCalls } from '../../snoozes.contract.ts';
import { lastEndingOf, type SnoozePlant } from './snooze.model.ts';

interface SnoozesQuery {
  state?: 'planned' | 'active' | 'ended' | 'standing' | undefined;
  proj_code?: string | undefined;
  page?: string;
  page_size?: string;
}

/** Snoozes of the plants that the reader may see, newest start first. */
export const useSnoozes = (query: SnoozesQuery) =>
  useCall(snoozesCalls.listSnoozes, { query }, { placeholderData: keepPreviousData });

/** Of a page of the snoozes in force. */
const MAX_SNOOZES_PER_PAGE = 500;

async function loadInForce(ask: Ask, proj_code: string | undefined) {
  const found: Snooze[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      state: 'active' as const,
      proj_code,
      page: String(page),
      page_size: String(MAX_SNOOZES_PER_PAGE),
    };
    const answer = await ask(snoozesCalls.listSnoozes, { query });
    found.push(...answer.results);
    if (answer.next === null) return found;
  }
}

/** The snooze in force just now of each of some plants that has one, as the plant shows it. */
export function useInForce(plants: readonly SnoozePlant[]) {
  const [only] = plants;
  const proj_code = plants.length === 1 ? only?.proj_code : undefined;
  const { data, isError, refetch } = useLoad({
    name: 'snoozes-in-force',
    input: { proj_code },
    of: [snoozesCalls.listSnoozes],
    load: (ask) => loadInForce(ask, proj_code),
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
