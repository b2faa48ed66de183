import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { METER_ROLES } from '../meters.model.ts';
import { type MeterYear, meterRegisterCalls } from '../register.contract.ts';
import type { MetersAddress } from './meters-address.ts';

const MONTHS = Array.from({ length: 12 }, (_, i) => i);

function Year({ year }: { year: MeterYear }) {
  const { t } = useTranslation('meters');
  const { number, monthName } = useMonths();
  if (year.meters.length === 0) return <Muted>{t('year.none')}</Muted>;
  const head = [
    t('year.month'),
    ...year.meters.map((meter) => ({ text: meter.serial_number, number: true })),
  ];
  return (
    <>
      <Figures columns={4}>
        {METER_ROLES.map((role) => (
          <Figure key={role} label={t(`role.${role}`)} value={number(year.by_role[role], 3)} unit="kWh" />
        ))}
        <Figure
          label={t('year.consumed')}
          hint={t('year.consumed_hint')}
          value={number(year.consumed_kwh, 3)}
          unit="kWh"
        />
      </Figures>
      <Section title={t('year.by_month')} hint={t('year.hint')} look="table">
        <PlainTable label={t('year.by_month')} head={head} inset stacked>
          {MONTHS.map((month) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              {year.meters.map((meter) => (
                <td key={meter.serial_number} data-number data-label={meter.serial_number}>
                  {number(meter.months[month] ?? null, 3)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('year.total')}</th>
            {year.meters.map((meter) => (
              <td key={meter.serial_number} data-number data-label={meter.serial_number}>
                <strong>{number(meter.kwh, 3)}</strong>
              </td>
            ))}
          </tr>
        </PlainTable>
      </Section>
    </>
  );
}

function useMonths() {
  const { i18n } = useTranslation();
  const { number } = useFormat();
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
  return { number, monthName: (month: number) => format.format(Date.UTC(2026, month, 15)) };
}

/** What the meters of a plant come to in a year, for the declaration of 31 March. */
export function YearSummary({ state }: { state: MetersAddress }) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const now = new Date().getFullYear();
  const [year, setYear] = useState(String(now));
  const { plant } = state.search;
  const query = useCall(meterRegisterCalls.year, plant ? { query: { proj_code: plant, year } } : null);
  return (
    <>
      <Toolbar>
        <PickFilter
          state={state}
          name={'plant'}
          label={t('field.plant')}
          any={t('year.choose_plant')}
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
        <NativeSelect
          aria-label={t('year.year')}
          data={Array.from({ length: 8 }, (_, i) => String(now - i))}
          value={year}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
      </Toolbar>
      {plant ? (
        <Known query={query} height={480}>
          {(answer) => <Year year={answer} />}
        </Known>
      ) : (
        <Muted>{t('year.choose_plant')}</Muted>
      )}
    </>
  );
}
