import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import type { ExpectedData } from '../forecast.contract.ts';
import { periodName } from './period-name.model.ts';

/** Periods that are named; of more it is said how many. */
const NAMED = 6;

/** Performance ratios over 1, of the window and of its periods: faults of the data, with their likely cause. */
export function RatioFaults({ data }: { data: ExpectedData }) {
  const { t } = useTranslation('forecast');
  const { number } = useFormat();
  const [first] = data.faults;
  if (!first) return null;
  const percent = (ratio: number) => number(ratio * 100, 1);
  const whole = data.faults.find(({ start }) => start === null);
  const parts = data.faults.flatMap(({ start, ratio }) =>
    start === null ? [] : [`${periodName(start, data.time_zone, data.resolution)} (${percent(ratio)} %)`],
  );
  const more = parts.length - NAMED;
  const periods = [
    ...parts.slice(0, NAMED),
    ...(more > 0 ? [t('fault.more', { count: more, number: number(more, 0) })] : []),
  ].join(', ');
  return (
    <Note tone="warning" icon={IconAlertTriangle} filled role="alert">
      {[
        ...(whole ? [t('fault.ratio', { ratio: percent(whole.ratio) })] : []),
        ...(parts.length > 0 ? [t(whole ? 'fault.also' : 'fault.periods', { periods })] : []),
        t(`fault.${first.cause}`),
      ].join(' ')}
    </Note>
  );
}
