import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { PALETTE } from '../../../shared/web/charts/colours.model.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { linesOf } from '../day-powers.model.ts';
import type { HomePowers } from '../home-energies.contract.ts';
import type { Home } from '../homes.contract.ts';
import { residentialCalls } from '../residential.contract.ts';

const QUARTER_S = 900;
const HEIGHT = 300;
const SHARE = { min: 0, max: 100 };
/** Five lines of two units: each has a hue of its own. */
const [USED, , BATTERY, CHARGE, GRID, , PRODUCED] = PALETTE;
const COLOUR = { produced: PRODUCED, grid: GRID, battery: BATTERY, charge: CHARGE, used: USED };

/** Powers of a day, as far as they are known. */
export function PowersChart({
  powers,
  name,
  code,
}: {
  powers: Omit<HomePowers, 'proj_code'>;
  name: string;
  /** What saved files are called by. */
  code: string;
}) {
  const { t } = useTranslation('residential');
  const lines = useMemo(() => linesOf(powers), [powers]);
  const [start_at, end_at] = [Date.parse(powers.start), Date.parse(powers.end)];
  const window = useMemo(() => ({ start_at, end_at }), [start_at, end_at]);
  const series = useMemo(
    () =>
      lines.map((line) => ({
        id: line.name,
        label: t(`power.${line.name}`),
        at: line.at,
        values: line.values,
        unit: line.name === 'charge' ? '%' : 'kW',
        decimals: line.name === 'charge' ? 0 : 2,
        ...(line.name === 'charge' && { axis: SHARE }),
        colour: COLOUR[line.name],
        shape: 'line' as const,
        step: '15m' as const,
        step_s: QUARTER_S,
      })),
    [lines, t],
  );
  if (lines.length === 0) return <Muted>{t('curve.none')}</Muted>;
  return (
    <TimeSeriesChart
      title={`${name} – ${t('curve.title')}`}
      fileName={`${code}_${localDay(powers.time_zone, start_at).day}`}
      series={series}
      window={window}
      windowKey={powers.start}
      now={Date.now()}
      zone={powers.time_zone}
      height={HEIGHT}
    />
  );
}

/** A home's powers in a day, by quarters of an hour. */
export function DayCurve({ home }: { home: Home }) {
  const { t } = useTranslation('residential');
  const { date } = useFormat();
  const today = localDay(home.time_zone, Date.now()).day;
  const [chosen, setChosen] = useState<string>();
  const day = chosen ?? today;
  const query = useCall(residentialCalls.plantData, {
    query: { proj_code: home.proj_code, ...(chosen !== undefined && { date: chosen }) },
  });
  const go = (days: number) => {
    const next = addDays(day, days);
    setChosen(next === today ? undefined : next);
  };
  return (
    <Section
      title={t('curve.title')}
      hint={t('curve.hint')}
      actions={
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="default" size="lg" aria-label={t('curve.before')} onClick={() => go(-1)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <span>{date(day)}</span>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('curve.after')}
            disabled={day >= today}
            onClick={() => go(1)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
      }
    >
      <Known query={query} height={HEIGHT}>
        {(powers) => <PowersChart powers={powers} name={home.name} code={home.proj_code} />}
      </Known>
    </Section>
  );
}
