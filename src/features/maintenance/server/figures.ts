import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { loadFailures } from '../../downtimes/server/failures.public.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { betweenOf, byMaker, type Failed } from '../figures.model.ts';
import type { MaintenanceFigures, maintenanceFiguresCalls } from '../maintenance-figures.contract.ts';
import { countWaiting, meanTimes } from './figures.repository.ts';

/** The mean time between failures in place of the hours that it is made of. */
function withBetween<G extends Failed>({ worked_h, ...group }: G) {
  return { ...group, between_h: betweenOf({ failures: group.failures, worked_h }) };
}

const failed = ({ failures }: Failed): boolean => failures > 0;

async function plantOf(tx: Tx, proj_code: string | undefined): Promise<number | null> {
  if (proj_code === undefined) return null;
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  return plant?.id ?? notFound();
}

interface Query {
  readonly proj_code?: string | undefined;
  readonly start: string;
  readonly end: string;
}

async function figuresOf(tx: Tx, { proj_code, ...window }: Query, now: Date): Promise<MaintenanceFigures> {
  const plant_id = await plantOf(tx, proj_code);
  const start = new Date(window.start);
  const end = new Date(Math.min(Date.parse(window.end), now.getTime()));
  if (Date.parse(window.end) <= start.getTime()) refuseField('end', 'not_after_start', 'must be after start');
  const asked = { plant_id, start, end: end > start ? end : start };
  const times = await meanTimes(tx, asked);
  const { by_cause, by_model } = await loadFailures(tx, asked);
  return {
    waiting: await countWaiting(tx, plant_id, now),
    react: { count: times.accepted, mean_h: times.react_h },
    solve: { count: times.solved, mean_h: times.solve_h },
    by_cause: by_cause.map(withBetween),
    by_maker: byMaker(by_model).filter(failed).map(withBetween),
    by_model: by_model.filter(failed).map(withBetween),
  };
}

export const maintenanceFiguresHandlers: Handlers<typeof maintenanceFiguresCalls> = {
  get: ({ tx, query, now }) => figuresOf(tx, query, now),
};
