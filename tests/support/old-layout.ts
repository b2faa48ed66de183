import { between, joinReadings } from '../../src/features/measurements/columns.model.ts';
import { byteaArray } from '../../src/features/measurements/server/binary-arrays.ts';
import { lockDays } from '../../src/features/measurements/server/day-rows.repository.ts';
import { monthsFromDays } from '../../src/features/measurements/server/month-rows.repository.ts';
import { packDay } from '../../src/features/measurements/server/packed-day.ts';
import { unpackStretchOf } from '../../src/features/measurements/server/stored-readings.ts';
import { listStretches } from '../../src/features/measurements/server/stretches.repository.ts';
import type { Tx } from '../../src/shared/server/tenancy.ts';
import { daysOfDevice } from './stored-days.ts';

const COLUMNS = ['n', 'sum', 'min', 'max', 'first', 'last', 'last_ts', 'energy', 'recovered'] as const;
const MONTH_COLUMNS = ['n', 'sum', 'min', 'max', 'energy', 'recovered'] as const;

/** Stores what a device has in the layout by days, as versions before 0.8 did. */
export async function keepByDays(tx: Tx, device_id: number): Promise<void> {
  await lockDays(tx);
  const { rows: months } = await tx.query<{ month: string }>(
    'select month from obs_figures where company_id = $1 and device_id = $2',
    [tx.scope.company_id, device_id],
  );
  const known = new Set(months.map(({ month }) => month.slice(0, 7)));
  const days = (await daysOfDevice(tx, device_id)).filter(({ day }) => known.has(day.slice(0, 7)));
  const readings = joinReadings((await listStretches(tx, device_id)).map(unpackStretchOf));
  for (const day of days) {
    const own = between(readings, day.start_at.getTime(), day.end_at.getTime());
    await tx.query(
      `insert into obs_day (company_id, device_id, day, start_at, end_at, expired, packed, ${COLUMNS.join(', ')})
       select c.id_client, $2, $3, $4, $5, $6, ($7::bytea[])[1], $8, $9, $10, $11, $12, $13, $14, $15, $16
       from company c where c.id_client = $1`,
      [
        tx.scope.company_id,
        device_id,
        day.day,
        day.start_at,
        day.end_at,
        day.expired,
        byteaArray([own.ts.length > 0 ? packDay(own) : null]),
        ...COLUMNS.map((column) => day[column]),
      ],
    );
  }
  for (const table of ['obs_stretch', 'obs_figures', 'obs_year', 'obs_month'])
    await tx.query(`delete from ${table} where company_id = $1 and device_id = $2`, [
      tx.scope.company_id,
      device_id,
    ]);
  // Read first, then stored: Citus copies what is made of other tables' rows, which walls refuse.
  const made = await tx.query<Record<string, unknown>>(
    monthsFromDays(
      `select distinct device_id, date_trunc('month', day::timestamp)::date from obs_day where company_id = $1 and device_id = $2`,
    ),
    [tx.scope.company_id, device_id],
  );
  for (const month of made.rows)
    await tx.query(
      `insert into obs_month (company_id, device_id, month, ${MONTH_COLUMNS.join(', ')})
       select c.id_client, $2, $3, $4, $5, $6, $7, $8, $9 from company c where c.id_client = $1`,
      [tx.scope.company_id, device_id, month.month, ...MONTH_COLUMNS.map((column) => month[column])],
    );
}
