import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { scaleEnergy } from '../../../shared/web/format/numbers.ts';
import { type Format, useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { EnergyOrigin, ExpectedData } from '../forecast.contract.ts';
import { isMeasured } from '../inputs.model.ts';
import { RatioFaults } from './RatioFaults.tsx';

const share = (value: number | null, { number }: Format, decimals = 0): string | null =>
  value === null ? null : number(value * 100, decimals);

/** The window's figures, each with its formula, and what they rest on. */
export function EnergyFacts({ data }: { data: ExpectedData }) {
  const { t } = useTranslation('forecast');
  const format = useFormat();
  const { number, scaled } = format;
  const { figures } = data;
  const [made, expected] = [scaleEnergy(figures.actual_kwh), scaleEnergy(figures.expected_kwh)];
  const sunKnown = data.inputs.some(({ input }) => isMeasured(input));
  return (
    <Stack gap={12}>
      <RatioFaults data={data} />
      <Figures columns={5}>
        <Figure
          label={t('figures.made')}
          value={figures.actual_kwh === null ? null : scaled(made)}
          unit={made.unit}
          hint={t('figures.made_hint')}
        />
        <Figure
          label={t('figures.expected')}
          value={figures.expected_kwh === null ? null : scaled(expected)}
          unit={expected.unit}
          hint={t('figures.expected_hint')}
          note={
            figures.performance_index === null
              ? undefined
              : t('figures.index', { share: share(figures.performance_index, format) })
          }
        />
        <Figure
          label={t('figures.ratio')}
          value={share(figures.performance_ratio, format, 1)}
          unit="%"
          hint={t('figures.ratio_hint')}
          note={
            figures.ratio_25 === null
              ? t(sunKnown ? 'figures.too_little_sun' : 'figures.no_sensor')
              : t('figures.ratio_25', { share: share(figures.ratio_25, format, 1) })
          }
        />
        <Figure
          label={t('figures.yield')}
          value={figures.specific_yield === null ? null : number(figures.specific_yield, 2)}
          unit="kWh/kWp"
          hint={t('figures.yield_hint')}
        />
        <Figure
          label={t('figures.missing')}
          value={share(data.missing_share, format)}
          unit="%"
          hint={t('figures.missing_hint')}
        />
      </Figures>
      <Origin origin={data} />
    </Stack>
  );
}

/** Which days are not calculated yet, and which nobody is going to calculate for so long a period. */
function useMissingDays({ pending_days, left_out_days, kept_from }: EnergyOrigin): string[] {
  const { t } = useTranslation('forecast');
  const { number, date } = useFormat();
  const of = (count: number) => ({ count, days: number(count, 0) });
  return [
    ...(pending_days > 0 ? [t('origin.pending', of(pending_days))] : []),
    ...(left_out_days > 0
      ? [
          kept_from === null
            ? t('origin.left_out', of(left_out_days))
            : t('origin.left_out_before', {
                ...of(left_out_days),
                date: date(`${kept_from}T12:00:00Z`, 'UTC'),
              }),
        ]
      : []),
  ];
}

/** Which irradiance and which temperature figures rest on, and what was assumed. */
export function Origin({ origin }: { origin: EnergyOrigin }) {
  const { t } = useTranslation('forecast');
  const { inputs, temperatures, neighbours, weather_providers, assumed } = origin;
  const days = (count: number) => t('origin.days', { count });
  const missing = useMissingDays(origin);
  const sentences = [
    t('origin.irradiance', {
      inputs: inputs.map((one) => `${t(`inputs.${one.input}`)} (${days(one.days)})`).join(', '),
    }),
    ...(neighbours.length > 0 ? [t('origin.neighbours', { plants: neighbours.join(', ') })] : []),
    ...(weather_providers.length > 0
      ? [
          t('origin.providers', {
            providers: weather_providers.map((one) => t(`providers.${one}`)).join(', '),
          }),
        ]
      : []),
    t('origin.temperature', {
      temperatures: temperatures.map((one) => t(`temperatures.${one.temperature}`)).join(', '),
    }),
    ...missing,
    ...assumed.map((one) => t(`assumed.${one}`)),
  ];
  if (inputs.length === 0) return <Muted>{[t('origin.nothing'), ...missing].join(' ')}</Muted>;
  return <Muted>{sentences.join(' ')}</Muted>;
}
