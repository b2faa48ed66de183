import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { scaleEnergy } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { type ExpectedByInverter, forecastCalls, type NormalizedEnergy } from '../forecast.contract.ts';
import { yesterdayAt } from '../yesterday.model.ts';
import { FOR_MINUTES } from './ask-ahead.ts';
import { Origin } from './EnergyFacts.tsx';

const HEIGHT = 180;

interface Props {
  proj_code: string;
  time_zone: string;
  productionType: string;
  device_id: number;
  category: string;
  children?: ReactNode;
}

/** Of an inverter of modules: what it should have made in the last 30 whole days, and how much of that it made. */
export function DeviceExpected({ children, ...device }: Props) {
  const { productionType, category } = device;
  if (productionType !== 'photovoltaic' || category !== 'inverter') return children;
  return <Inverter {...device}>{children}</Inverter>;
}

/** Thirty days up to yesterday, by the plant's clock. */
function lastDays({ proj_code, time_zone, device_id }: Props, now: number) {
  const { start, end } = yesterdayAt(time_zone, now);
  return {
    proj_code,
    devices: String(device_id),
    resolution: 'day' as const,
    start: new Date(start - 29 * DAY_MS).toISOString(),
    end: new Date(end).toISOString(),
  };
}

function Inverter({ children, ...device }: Props) {
  const { t } = useTranslation('forecast');
  const query = lastDays(device, useNow(MINUTE_MS));
  const expected = useCall(forecastCalls.expectedInverter, { query }, FOR_MINUTES);
  const made = useCall(forecastCalls.normalized, { query }, FOR_MINUTES);
  if (expected.isPending || made.isPending) return <Waiting heights={[HEIGHT]} />;
  return (
    <>
      <Section title={t('device.title')} hint={t('device.hint')}>
        <Known query={expected} height={HEIGHT}>
          {(known) => (
            <Known query={made} height={HEIGHT}>
              {(own) => 'ts' in known && <Facts expected={known} made={own} />}
            </Known>
          )}
        </Known>
      </Section>
      {children}
    </>
  );
}

/** A share of the sunlit hours that is smaller changes nothing. */
const WORTH_TELLING = 0.005;

function Facts({ expected, made }: { expected: ExpectedByInverter; made: NormalizedEnergy }) {
  const { t } = useTranslation('forecast');
  const { number, scaled } = useFormat();
  const [own] = expected.results;
  const [held] = made.results;
  const index = held?.performance_index ?? null;
  const energy = (name: 'yesterday' | 'expected', kwh: number | null, note?: string) => {
    const figure = scaleEnergy(kwh);
    return (
      <Figure
        label={t(`device.${name}`)}
        value={figure.value === null ? null : scaled(figure)}
        unit={figure.unit}
        hint={t('device.expected_hint')}
        note={note}
      />
    );
  };
  const unknown = expected.unknown_share ?? 0;
  const lacking =
    unknown >= WORTH_TELLING ? t('device.lacking', { share: number(unknown * 100, 0) }) : undefined;
  return (
    <Stack gap={12}>
      <Figures columns={4}>
        {energy('yesterday', own?.values.at(-1) ?? null)}
        {energy('expected', own?.total_kwh ?? null, lacking)}
        <Figure
          label={t('device.month')}
          value={index === null ? null : number(index * 100, 0)}
          unit="%"
          hint={t('device.index_hint')}
        />
        <Figure
          label={t('device.yield')}
          value={held?.total === null || held === undefined ? null : number(held.total, 1)}
          unit={made.unit}
          hint={t('device.yield_hint')}
        />
      </Figures>
      <Origin origin={made} />
    </Stack>
  );
}
