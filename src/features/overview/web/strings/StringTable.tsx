import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { writeTime } from '../../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { hourlyShares } from '../../string-map.model.ts';
import classes from './strings.module.css';
import type { StringMapData } from './use-string-map.ts';

/** The same as figures: each string's share of its siblings by hour of light. */
export function StringTable({ data, zone }: { data: StringMapData; zone: string }) {
  const { t } = useTranslation('strings');
  const { number } = useFormat();
  const perHour = Math.max(1, Math.round(HOUR_MS / data.step_ms));
  const strings = data.boxes
    .flatMap((box) => box.strings)
    .map((string) => ({ ...string, shares: hourlyShares(string, perHour) }));
  const hours = data.at
    .flatMap((ts, i) => (i % perHour === 0 ? [{ hour: i / perHour, time: writeTime(ts, zone) }] : []))
    .filter(({ hour }) => strings.some(({ shares }) => (shares[hour] ?? null) !== null));
  const percent = (share: number | null | undefined) =>
    share === null || share === undefined ? number(null) : number(share * 100, 0);
  return (
    <div className={classes.scroll}>
      <PlainTable
        label={t('map')}
        nowrap
        head={[
          t('string'),
          { text: t('share_percent'), number: true },
          ...hours.map(({ time }) => ({ text: time, number: true })),
        ]}
      >
        {strings.map((string) => (
          <tr key={`${string.device_id}.${string.name}`}>
            <th scope="row">{`${string.box} ${string.label}`}</th>
            <td data-number>
              <b>{percent(string.share)}</b>
            </td>
            {hours.map(({ hour }) => (
              <td key={hour} data-number>
                {percent(string.shares[hour])}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}
