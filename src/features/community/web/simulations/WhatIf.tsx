import { Button, Slider, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { NUMBERS, type SimulationParameters, type SimulationReport } from '../../parameters.contract.ts';
import { isOutdated } from '../../simulation-age.model.ts';
import { whatIfCalls } from '../../what-if.contract.ts';
import { type Moved, movable, movedBy, movedFrom } from './what-if.model.ts';

/** After a slider has rested so long it is asked what that comes to. */
const RESTS_MS = 150;

interface SliderProps {
  label: string;
  value: number;
  most: number;
  step: number;
  shown: (value: number) => string;
  onChange: (value: number) => void;
}

/** A number that is moved by pointer, finger or arrow keys; what it is stands beside its name. */
function NumberSlider({ label, value, most, step, shown, onChange }: SliderProps) {
  return (
    <div>
      <Text size="sm" component="div">
        {label}: <strong className="num">{shown(value)}</strong>
      </Text>
      <Slider
        value={value}
        min={0}
        max={most}
        step={step}
        label={null}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': shown(value) }}
        onChange={onChange}
        thumbSize={24}
        my={12}
      />
    </div>
  );
}

const percent = (share: number | null) => (share === null ? null : share * 100);
const FIGURES: readonly [
  name: 'shared_kwh' | 'shared_share' | 'incentive_eur' | 'npv_eur' | 'payback_years',
  decimals: number,
  of: (report: SimulationReport) => number | null,
][] = [
  ['shared_kwh', 0, ({ totals }) => totals.shared_kwh],
  ['shared_share', 1, ({ totals }) => percent(totals.shared_share)],
  ['incentive_eur', 0, ({ totals }) => totals.incentive_eur],
  ['npv_eur', 0, ({ money }) => money.npv_eur],
  ['payback_years', 1, ({ money }) => money.payback_years],
];

/** What a run came to, beside what it comes to with what the sliders say. */
function Beside({ base, tried }: { base: SimulationReport; tried: SimulationReport | undefined }) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const unit = { shared_share: ' %' } as Readonly<Record<string, string>>;
  const said = (value: number | null | undefined, name: string, decimals: number) =>
    `${number(value, decimals)}${value == null ? '' : (unit[name] ?? '')}`;
  return (
    <PlainTable
      label={t('what_if.title')}
      head={[
        t('compare.figure'),
        { text: t(isOutdated(base) ? 'what_if.base_before' : 'what_if.base'), number: true },
        { text: t('what_if.tried'), number: true },
      ]}
    >
      {FIGURES.map(([name, decimals, of]) => (
        <tr key={name}>
          <th scope="row">{t(`field.${name}`)}</th>
          <td data-number>{said(of(base), name, decimals)}</td>
          <td data-number>{said(tried && of(tried), name, decimals)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

interface Props {
  /** Of the run. */
  parameters: SimulationParameters;
  report: SimulationReport;
  onUse: (parameters: SimulationParameters) => void;
}

/** Sliders for members, power and battery, and what the simulation then comes to, at once. */
export function WhatIf({ parameters, report, onUse }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const [moved, setMoved] = useState<Moved>(() => movedFrom(parameters));
  const limits = useMemo(() => movable(parameters), [parameters]);
  const changed = useMemo(() => movedBy(parameters, moved), [parameters, moved]);
  const [rested] = useDebouncedValue(changed, RESTS_MS);
  const query = useCall(whatIfCalls.whatIf, rested === parameters ? null : { body: { parameters: rested } }, {
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asked = rested !== parameters;
  const move = (name: keyof Moved) => (value: number) => setMoved((before) => ({ ...before, [name]: value }));
  return (
    <Section title={t('what_if.title')} hint={t('what_if.text')}>
      {isOutdated(report) && (
        <>
          <Note tone="warning" filled>
            {t('outdated.text')}
          </Note>
          <Buttons>
            <Button variant="default" onClick={() => onUse(parameters)}>
              {t('outdated.again')}
            </Button>
          </Buttons>
        </>
      )}
      <Stack gap={12} maw={560}>
        <NumberSlider
          label={t('what_if.members')}
          value={moved.members}
          most={limits.members}
          step={1}
          shown={(value) => number(value, 0)}
          onChange={(value) => move('members')(Math.max(1, value))}
        />
        {parameters.plants.length === 0 && (
          <NumberSlider
            label={t('what_if.kwp')}
            value={moved.kwp}
            most={NUMBERS.kwp[2]}
            step={5}
            shown={(value) => `${number(value, 1)} kWp`}
            onChange={move('kwp')}
          />
        )}
        <NumberSlider
          label={t('what_if.battery')}
          value={moved.battery_kwh}
          most={limits.battery_kwh}
          step={limits.battery_kwh / 100}
          shown={(value) => `${number(value, 0)} kWh`}
          onChange={move('battery_kwh')}
        />
      </Stack>
      {asked && query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy={asked && query.isFetching}>
          <Beside base={report} tried={asked ? query.data : report} />
        </div>
      )}
      <Buttons>
        <Button variant="default" disabled={changed === parameters} onClick={() => onUse(changed)}>
          {t('what_if.use')}
        </Button>
      </Buttons>
    </Section>
  );
}
