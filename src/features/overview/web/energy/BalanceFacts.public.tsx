import { Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { displayed, scaleEnergy, yieldUnit } from '../../../../shared/web/format/numbers.ts';
import { type Format, useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { EnergyBalance } from '../../energy-balance.contract.ts';

const FLOWS = ['produced', 'exported', 'imported'] as const;

/** Produced, used on site, fed in and drawn, beside the year before: what nobody measures says so, and is no zero. */
export function BalanceFacts({ data, productionType }: { data: EnergyBalance; productionType: string }) {
  const { t } = useTranslation('energy');
  const format = useFormat();
  const { number, scaled } = format;
  const { used_kwh, used_share, consumed_kwh, balance_parts: parts, co2 } = data;
  const measured = (name: (typeof FLOWS)[number]) => data[name].devices.length > 0;
  const energy = (name: string, kwh: number | null, note: string | undefined) => {
    const figure = scaleEnergy(kwh);
    return (
      <Figure
        label={t(`balance.${name}` as never)}
        value={figure.value === null ? null : scaled(figure)}
        unit={figure.unit}
        hint={t(`hint.${name}` as never)}
        note={note}
      />
    );
  };
  const unknown = (name: (typeof FLOWS)[number]) =>
    measured(name) ? (data[name].total_kwh === null ? t('nothing_known') : undefined) : t('not_measured');
  const consumed = scaleEnergy(consumed_kwh);
  const nothingUsed = measured('exported') && measured('produced') ? t('nothing_paired') : t('not_measured');
  const usedNote =
    used_kwh === null
      ? nothingUsed
      : [
          ...(used_share === null ? [] : [t('used_share', { share: number(used_share * 100, 0) })]),
          ...(consumed_kwh === null
            ? []
            : [t('consumed', { energy: `${scaled(consumed)} ${consumed.unit}` })]),
          ...(parts.known < parts.of
            ? [t(`parts.${parts.unit}`, { known: number(parts.known, 0), of: number(parts.of, 0) })]
            : []),
          ...(consumed_kwh === null && measured('imported') ? [t('consumed_unknown')] : []),
        ].join(' · ');
  const madeNote = [
    ...(data.specific_yield === null
      ? []
      : [t('yield', { figure: number(data.specific_yield, 2), unit: yieldUnit(productionType) })]),
    ...yearAgo(data, t, format),
  ].join(' · ');
  const co2Note = !co2.applies
    ? t('co2_burns')
    : co2.kg_per_kwh === null
      ? t('co2_unset')
      : t('co2_factor', { factor: number(co2.kg_per_kwh, 3), source: co2.source });
  const avoided = displayed(co2.avoided_kg, 'kg');
  return (
    <Stack gap={8}>
      {data.fault && (
        <Note tone="warning" icon={IconAlertTriangle} filled role="alert">
          {t(`fault.${data.fault}`)}
        </Note>
      )}
      <Figures columns={5}>
        {energy('produced', data.produced.total_kwh, unknown('produced') ?? (madeNote || undefined))}
        {energy('used', used_kwh, usedNote)}
        {energy('exported', data.exported.total_kwh, unknown('exported'))}
        {energy('imported', data.imported.total_kwh, unknown('imported'))}
        <Figure
          label={t('balance.co2')}
          value={avoided.value === null ? null : scaled(avoided)}
          unit={avoided.unit}
          hint={t('hint.co2')}
          note={co2Note}
        />
      </Figures>
      <Sources data={data} />
    </Stack>
  );
}

/** How the period stands beside the same one a year ago, both up to the same point, and which that is. */
function yearAgo(
  { year_ago, balance_parts: { unit }, time_zone }: EnergyBalance,
  t: ReturnType<typeof useTranslation<'energy'>>['t'],
  { number, date, time }: Format,
): string[] {
  const { change, total_kwh, compared } = year_ago;
  if (total_kwh === null) return [t('year_ago.nothing')];
  if (change === null || compared.until === null) return [t('year_ago.not_yet')];
  const share = `${change > 0 ? '+' : ''}${number(change * 100, 0)}`;
  // Days end at a midnight: the last of them is the one before it.
  const until =
    unit === 'hour' ? time(compared.until, time_zone) : date(Date.parse(compared.until) - 1, time_zone);
  return [t(`year_ago.change_${unit}`, { share, until })];
}

/** Which devices tell each flow, how much of it is missing, and what the whole period was a year ago. */
function Sources({ data }: { data: EnergyBalance }) {
  const { t } = useTranslation('energy');
  const { number, scaled } = useFormat();
  const before = scaleEnergy(data.year_ago.total_kwh);
  const sentences = [
    ...FLOWS.flatMap((name) => {
      const { devices, missing_share } = data[name];
      if (devices.length === 0) return [];
      const shown = devices.length > 6 ? t('devices', { count: devices.length }) : devices.join(', ');
      const missing =
        missing_share === null || missing_share < 0.005
          ? ''
          : ` (${t('missing', { share: number(missing_share * 100, 0) })})`;
      return [`${t(`balance.${name}`)}: ${shown}${missing}.`];
    }),
    ...(before.value === null ? [] : [t('year_ago.total', { energy: `${scaled(before)} ${before.unit}` })]),
  ];
  if (sentences.length === 0) return null;
  return <Muted>{sentences.join(' ')}</Muted>;
}
