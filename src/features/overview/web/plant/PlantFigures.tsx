import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Scaled, scaleEnergy, scaleNominal, scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { PlantOverview } from '../../overview.contract.ts';
import { isSolar, loadOf } from '../../overview.model.ts';

/** Less than this share of the year's energy, booked after a gap, is not worth a sentence. */
const MIN_SHARE = 0.005;

/** The plant's figures: what is not known is a dash, and a sum says when days of it are missing. */
export function PlantFigures({ overview }: { overview: PlantOverview }) {
  const { t } = useTranslation('plant');
  const { scaled, number } = useFormat();
  const { card, energy, plant } = overview;
  const tile = (label: string, figure: Scaled, hint: string, note?: string) => (
    <Figure label={label} value={scaled(figure)} unit={figure.unit} hint={hint} note={note} />
  );
  const past = t('hints.energy_past');
  const days = (known: number, of: number) =>
    known < of ? t('days', { days: known, of, count: of }) : undefined;
  const recovered = scaleEnergy(energy.recovered_kwh);
  const worthTelling = energy.recovered_kwh > MIN_SHARE * (energy.year_kwh ?? 0);
  const asleep = card.asleep ? t('asleep_note') : undefined;
  return (
    <Stack component="section" gap={6} aria-label={t('figures')}>
      <Figures columns={6}>
        {tile(
          t('power_now'),
          scalePower(card.power_kw),
          t('hints.power_now'),
          card.partial ? t('partial') : asleep,
        )}
        {tile(t('energy_today'), scaleEnergy(energy.today_kwh), t('hints.energy_today'))}
        {tile(
          t('energy_month'),
          scaleEnergy(energy.month_kwh),
          past,
          days(energy.month_days, energy.month_of),
        )}
        {tile(t('energy_year'), scaleEnergy(energy.year_kwh), past, days(energy.year_days, energy.year_of))}
        {isSolar(card) ? (
          <Figure
            label={t('irradiance')}
            value={number(card.irradianza, 0)}
            unit="W/m²"
            hint={t('hints.irradiance')}
          />
        ) : (
          <Figure label={t('load')} value={number(loadOf(card), 1)} unit="%" hint={t('hints.load')} />
        )}
        {tile(t('nominal'), scaleNominal(plant.potenza_nominale, plant.productionType), t('hints.nominal'))}
      </Figures>
      {worthTelling && <Muted>{t('recovered', { energy: `${scaled(recovered)} ${recovered.unit}` })}</Muted>}
    </Stack>
  );
}
