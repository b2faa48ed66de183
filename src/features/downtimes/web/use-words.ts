import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../shared/web/charts/duration-words.ts';
import { scaleEnergy, UNKNOWN } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { Downtime } from '../downtimes.contract.ts';

/** Figures of downtimes as the reader writes them. */
export function useDowntimeWords() {
  const { t } = useTranslation('downtimes');
  const { number, scaled, dateTimeAt } = useFormat();
  const duration = useDurationLabels();
  const kwh = (value: number | null): string => {
    const figure = scaleEnergy(value);
    return figure.value === null ? UNKNOWN : `${scaled(figure)} ${figure.unit}`;
  };
  return {
    kwh,
    percent: (value: number): string => `${number(value, Number.isInteger(value) ? 0 : 2)} %`,
    hours: (value: number): string => t('detail.hours_of', { hours: number(value, 1) }),
    /** What of the plant stood still. */
    what: ({ extent, section_name, devices }: Downtime): string => {
      if (extent === 'plant') return t('extent.plant');
      if (extent === 'section') return section_name ?? t('extent.section');
      return devices.map(({ short_name }) => short_name).join(', ') || UNKNOWN;
    },
    at: (instant: string, { time_zone }: Pick<Downtime, 'time_zone'>): string =>
      dateTimeAt(instant, time_zone),
    /** How long it lasted, or has lasted until now. */
    lasted: ({ start, stop }: Pick<Downtime, 'start' | 'stop'>, now: number): string =>
      duration(Math.max(60_000, (stop === null ? now : Date.parse(stop)) - Date.parse(start))),
  };
}
