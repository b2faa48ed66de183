import { Stack } from '@mantine/core';
import { Fragment, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FoldButton } from '../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { EnergyWaterfall } from '../forecast.contract.ts';
import { levelsOf } from './levels.model.ts';
import { periodName } from './period-name.model.ts';

type Bar = NonNullable<EnergyWaterfall['bars']>[number];

/** From what the sun could have given to what was made: each row is added to the one above it, and opens. */
export function Waterfall({ data }: { data: EnergyWaterfall }) {
  const { t } = useTranslation('forecast');
  const { bars } = data;
  return (
    <Section title={t('waterfall.title')} hint={t('waterfall.hint')} look="plain" order={3}>
      {bars ? <Bars data={data} bars={bars} /> : <Muted>{t('waterfall.nothing')}</Muted>}
    </Section>
  );
}

function Bars({ data, bars }: { data: EnergyWaterfall; bars: readonly Bar[] }) {
  const { t } = useTranslation('forecast');
  const [open, setOpen] = useState<string>();
  const id = useId();
  const levels = levelsOf(bars);
  const head = [
    t('waterfall.step'),
    { text: t('waterfall.drawn'), hidden: true },
    { text: 'kWh', number: true },
  ];
  return (
    <PlainTable label={t('waterfall.title')} head={head}>
      {bars.map((bar, i) => (
        <Fragment key={bar.name}>
          <tr>
            <th scope="row">
              <FoldButton
                open={open === bar.name}
                controls={`${id}-${bar.name}`}
                onToggle={(next) => setOpen(next ? bar.name : undefined)}
              >
                {t(`bars.${bar.name}`)}
              </FoldButton>
            </th>
            <td width="40%">
              <Drawn level={levels[i]} />
            </td>
            <td data-number>
              <Kwh kwh={bar.kwh} signed={i > 0 && i < bars.length - 1} />
            </td>
          </tr>
          {open === bar.name && (
            <tr id={`${id}-${bar.name}`}>
              <td colSpan={3}>
                <Opened data={data} bar={bar} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </PlainTable>
  );
}

/** Where a bar stands between nothing and the largest of all. */
function Drawn({ level }: { level: ReturnType<typeof levelsOf>[number] | undefined }) {
  if (!level) return null;
  const { from, width, tone } = level;
  return (
    <svg width="100%" height="16" aria-hidden="true">
      <rect
        x={`${from}%`}
        y="2"
        width={`${Math.max(0.5, width)}%`}
        height="12"
        rx="2"
        fill={`var(--${tone})`}
      />
    </svg>
  );
}

function Kwh({ kwh, signed }: { kwh: number | null; signed: boolean }) {
  const { t } = useTranslation('forecast');
  const { number } = useFormat();
  if (kwh === null) return <Muted as="span">{t('waterfall.not_recorded')}</Muted>;
  return <>{`${signed && kwh > 0 ? '+' : ''}${number(kwh, 1)}`}</>;
}

/** What a bar means, what it is made of, and what it comes to in each part of the window. */
function Opened({ data, bar }: { data: EnergyWaterfall; bar: Bar }) {
  const { t } = useTranslation('forecast');
  const periods = data.by_period.map(({ start, resolution, bars }) => ({
    name: periodName(start, data.time_zone, resolution),
    kwh: bars.find(({ name }) => name === bar.name)?.kwh ?? null,
  }));
  return (
    <Stack gap={8} py={8}>
      <Muted>{t(`meaning.${bar.name}`)}</Muted>
      {bar.recorded && (
        <PlainTable label={t(`bars.${bar.name}`)} head={[t('waterfall.part'), { text: 'kWh', number: true }]}>
          {[...bar.parts.map(({ name, kwh }) => ({ name: t(`parts.${name}`), kwh })), ...periods].map(
            ({ name, kwh }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number>
                  <Kwh kwh={kwh} signed={bar.name !== 'theoretical' && bar.name !== 'actual'} />
                </td>
              </tr>
            ),
          )}
        </PlainTable>
      )}
    </Stack>
  );
}
