import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Evidence, ReadingWords } from '../alarms.contract.ts';

type Reading = Pick<Evidence['readings'][number], 'device_id' | 'variable'>;

const keyOf = ({ device_id, variable }: Reading): string => `${device_id} ${variable}`;

/** What variables of devices are called in the company, and which list says what their numbers mean. */
export async function findReadingLabels(
  tx: Tx,
  readings: readonly Reading[],
): Promise<(reading: Reading) => ReadingWords | null> {
  if (readings.length === 0) return () => null;
  const { rows } = await tx.query<ReadingWords & Reading>(
    `select r.device_id, r.variable, n.label_en, n.label_it, n.quantity, v.value_table
     from unnest($2::bigint[], $3::text[]) as r (device_id, variable)
     join plants.variable_name n on n.company_id = $1 and n.name = r.variable
     left join plants.variable v on v.company_id = $1 and v.device_id = r.device_id and v.variable_name_id = n.id`,
    [
      tx.scope.company_id,
      readings.map(({ device_id }) => device_id),
      readings.map(({ variable }) => variable),
    ],
    'alarm_reading_words',
  );
  const found = new Map(
    rows.map(({ device_id, variable, ...labels }) => [keyOf({ device_id, variable }), labels]),
  );
  return (reading) => found.get(keyOf(reading)) ?? null;
}
