import { Button, Group, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayBorders, localDay } from '../../../shared/units/zones.ts';
import type { Answer } from '../../../shared/web/api/call-key.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { fits } from '../../../shared/web/charts/unit-guard.model.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import type { Home } from '../homes.contract.ts';
import { residentialCalls } from '../residential.contract.ts';

/** How many days lie before today, how long each point lasts, and seconds of it. */
const SPANS = {
  day: { back: 0, resolution: '15m', step_s: 900 },
  week: { back: 6, resolution: 'hour', step_s: 3600 },
  month: { back: 30, resolution: 'day', step_s: 86_400 },
  year: { back: 334, resolution: 'month', step_s: 31 * 86_400 },
} as const;
type Span = keyof typeof SPANS;
const SPAN_NAMES = Object.keys(SPANS) as Span[];
const isSpan = (name: string): name is Span => SPAN_NAMES.some((one) => one === name);
const HEIGHT = 320;
/** More variables than an answer tells of. */
const MOST = 20;

type Variable = Answer<typeof residentialCalls.variables>[number];

interface Query {
  readonly home: Home;
  readonly span: Span;
  readonly chosen: readonly Variable[];
}

function Drawn({ home, span, chosen }: Query) {
  const { t } = useTranslation('residential');
  const { language } = useFormat();
  const { back, resolution, step_s } = SPANS[span];
  const end = localDay(home.time_zone, Date.now()).day;
  const first = addDays(end, -back);
  // Months are whole.
  const start = resolution === 'month' ? `${first.slice(0, 7)}-01` : first;
  const names = chosen.map(({ name }) => name).join(',');
  const query = useCall(
    residentialCalls.chartData,
    { query: { proj_code: home.proj_code, variables: names, start, end, resolution } },
    { placeholderData: keepPreviousData },
  );
  const window = useMemo(
    () => ({
      start_at: dayBorders(home.time_zone, start).start,
      end_at: dayBorders(home.time_zone, end).end,
    }),
    [home.time_zone, start, end],
  );
  const labels = useMemo(
    () => new Map(chosen.map((one) => [one.name, language === 'it' ? one.label_it : one.label_en])),
    [chosen, language],
  );
  const told = query.data;
  const series = useMemo(
    () =>
      (told ?? []).map(({ device, variable, unit, ts, values }) => ({
        id: `${device} ${variable}`,
        label: `${device}: ${labels.get(variable) ?? variable}`,
        unit,
        decimals: 2,
        at: ts.map((at) => Date.parse(at)),
        values,
        shape: 'line' as const,
        step: resolution,
        step_s,
      })),
    [told, labels, resolution, step_s],
  );
  return (
    <Known query={query} height={HEIGHT}>
      {() => (
        <TimeSeriesChart
          title={`${home.name} – ${t('chart.title')}`}
          fileName={`${home.proj_code}_${start}_${end}`}
          series={series}
          window={window}
          windowKey={`${span} ${start}`}
          now={Date.now()}
          zone={home.time_zone}
          height={HEIGHT}
        />
      )}
    </Known>
  );
}

/** What can be drawn of a home, and the chart of what was chosen. */
function Choosing({ home, offered }: { home: Home; offered: readonly Variable[] }) {
  const { t } = useTranslation('residential');
  const { t: tc } = useTranslation('charts');
  const { language } = useFormat();
  const [names, setNames] = useState<readonly string[]>([]);
  const [span, setSpan] = useState<Span>('week');
  const chosen = offered.filter(({ name }) => names.includes(name));
  return (
    <Stack gap={12}>
      <MultiSelect
        label={t('chart.variables')}
        // spec §5, §9: a fifth unit cannot be chosen, and it is said why
        data={offered.map((one) => ({
          value: one.name,
          label: `${language === 'it' ? one.label_it : one.label_en}${one.unit && ` (${one.unit})`}`,
          disabled: !names.includes(one.name) && (names.length >= MOST || !fits(chosen, one)),
        }))}
        description={offered.every((one) => fits(chosen, one)) ? undefined : tc('too_many_units')}
        value={[...names]}
        onChange={setNames}
        searchable
        maw={820}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('chart.span')}
        value={span}
        onChange={(next) => isSpan(next) && setSpan(next)}
        data={SPAN_NAMES.map((value) => ({ value, label: t(`chart.spans.${value}`) }))}
        maw={420}
      />
      {chosen.length === 0 ? (
        <Muted>{t('chart.none')}</Muted>
      ) : (
        <Drawn home={home} span={span} chosen={chosen} />
      )}
    </Stack>
  );
}

function Offered({ home }: { home: Home }) {
  const devices = useCall(residentialCalls.devices, { query: { proj_code: home.proj_code } });
  const variables = useCall(residentialCalls.variables, {}, { staleTime: 60_000 });
  return (
    <Known query={devices} height={64}>
      {(told) => (
        <Known query={variables} height={64}>
          {(all) => {
            const own = new Set(told.flatMap((device) => device.variables));
            return (
              <Choosing
                home={home}
                offered={all.filter(({ name, kind }) => kind !== 'state' && own.has(name))}
              />
            );
          }}
        </Known>
      )}
    </Known>
  );
}

/** What the devices of a home told, variable by variable; asked for when somebody wants it. */
export function HomeChart({ home }: { home: Home }) {
  const { t } = useTranslation('residential');
  const [open, setOpen] = useState(false);
  const configures = useCan('cloudcontrol');
  const { proj_code } = home;
  const devices = configures && (
    <Button
      variant="default"
      renderRoot={(root) => (
        <Link {...root} to="/apps/cloudcontrol" search={{ plant: proj_code }} preload={false} />
      )}
    >
      {t('chart.devices')}
    </Button>
  );
  return (
    <Section title={t('chart.title')} hint={t('chart.hint')} actions={devices}>
      {open ? (
        <Offered home={home} />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('chart.open')}
          </Button>
        </Group>
      )}
    </Section>
  );
}
