import type pg from 'pg';
import { dayWith, type PastHour, unknownDay, utcDay } from '../past-irradiance.model.ts';
import type { Place } from '../weather.model.ts';
import { lockIrradianceDays, saveIrradianceDays } from './place-irradiance.repository.ts';

interface Said {
  readonly provider: string;
  readonly place: Place;
  readonly past: readonly PastHour[];
  readonly now: number;
}

/** Keeps what a provider says of hours that are over. What was kept already is not written again. */
export async function keepIrradiance(
  client: pg.ClientBase,
  { provider, place, past, now }: Said,
): Promise<void> {
  const byDay = Map.groupBy(past, ({ start }) => utcDay(start));
  if (byDay.size === 0) return;
  const held = await lockIrradianceDays(client, { provider, place, days: [...byDay.keys()] });
  const before = new Map(held.map((day) => [day.day, day]));
  const changed = [...byDay].flatMap(
    ([day, hours]) => dayWith(before.get(day) ?? unknownDay(day), hours) ?? [],
  );
  if (changed.length > 0)
    await saveIrradianceDays(client, { provider, place, days: changed, now: new Date(now) });
}
