import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayBorders } from '../../../../shared/units/zones.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { availabilityCalls, type PlantAvailability } from '../../availability.contract.ts';
import type { RgiAddress } from '../rgi-list.ts';
import { type StoodPart, type Stretch, stretchesOf } from './stretches.model.ts';

/** So many days can be chosen from. */
const MAX_DAYS = 92;

/** The days that have begun, the newest first. */
function daysOf({ from, to }: Props['days'], today: string): string[] {
  const days: string[] = [];
  for (let day = to < today ? to : today; day >= from && days.length < MAX_DAYS; day = addDays(day, -1))
    days.push(day);
  return days;
}

function useReason(least: number) {
  const { t } = useTranslation('rgi');
  const { number } = useFormat();
  const named = ({ cause, part }: StoodPart): string =>
    part < 1 ? t('why.part', { cause, share: number(part * 100, 0) }) : cause;
  return ({ raw_reason, contractual_reason, downtimes }: Stretch): string => {
    const cause = downtimes.map(named).join('; ');
    const say = (reason: Stretch['raw_reason']) => t(`why.reason.${reason}`, { cause, least });
    return raw_reason === contractual_reason
      ? say(raw_reason)
      : t('why.both', { contractual: say(contractual_reason), raw: say(raw_reason) });
  };
}

function Stretches({
  stretches,
  zone,
  least,
}: {
  stretches: readonly Stretch[];
  zone: string;
  least: number;
}) {
  const { t } = useTranslation('rgi');
  const { time } = useFormat();
  const reason = useReason(least);
  if (stretches.length === 0) return <Muted>{t('why.none')}</Muted>;
  const head = [t('why.time'), t('availability.contractual'), t('availability.raw'), t('why.title')];
  return (
    <PlainTable label={t('why.table')} head={head} inset stacked>
      {stretches.map((one) => (
        <tr key={one.from}>
          <th scope="row">{`${time(one.from, zone)}–${time(one.to, zone)}`}</th>
          <td data-label={t('availability.contractual')}>{t(`why.class.${one.contractual}`)}</td>
          <td data-label={t('availability.raw')}>{t(`why.class.${one.raw}`)}</td>
          <td data-label={t('why.title')}>{reason(one)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

interface Props {
  state: RgiAddress;
  /** Days that are told of, both included. */
  days: { readonly from: string; readonly to: string };
  plant: PlantAvailability;
}

/** What each part of a day of a device was counted as, and why. */
export function WhySection({ state, days: shown_days, plant }: Props) {
  const { t } = useTranslation('rgi');
  const { date } = useFormat();
  const { time_zone, least_irradiance_wm2, devices } = plant;
  const days = daysOf(shown_days, dateOf(useNow(60_000), time_zone));
  const { device, day } = state.search;
  // Whoever comes without one looks for what was out of service.
  const [worst] = devices.toSorted((a, b) => b.contractual.hours.bad - a.contractual.hours.bad);
  const chosen = devices.find(({ device_id }) => String(device_id) === device) ?? worst;
  const shown = days.find((one) => one === day) ?? days[0];
  const borders = shown === undefined ? null : dayBorders(time_zone, shown);
  const query = useCall(
    availabilityCalls.intervals,
    chosen && borders
      ? {
          query: {
            device_id: String(chosen.device_id),
            start: new Date(borders.start).toISOString(),
            end: new Date(borders.end).toISOString(),
          },
        }
      : null,
  );
  const stretches = useMemo(() => stretchesOf(query.data ?? []), [query.data]);
  if (!chosen || shown === undefined) return null;
  return (
    <Section title={t('why.title')} hint={t('why.hint')} look="table">
      <Toolbar>
        <NativeSelect
          aria-label={t('why.device')}
          data={devices.map(({ device_id, short_name }) => ({ value: String(device_id), label: short_name }))}
          value={String(chosen.device_id)}
          onChange={(event) => state.set({ device: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={t('why.day')}
          data={days.map((value) => ({ value, label: date(value) }))}
          value={shown}
          onChange={(event) => state.set({ day: event.currentTarget.value })}
        />
      </Toolbar>
      <Known query={query} height={200}>
        {() => <Stretches stretches={stretches} zone={time_zone} least={least_irradiance_wm2} />}
      </Known>
    </Section>
  );
}
