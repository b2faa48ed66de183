import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type ComparisonDetail, meterComparisonsCalls } from '../../comparison.contract.ts';
import { SIDES } from '../../comparison.model.ts';
import { useFigures } from './use-figures.ts';

const KWH = { text: 'kWh', number: true };

/** Own reading beside each side. */
function Sides({ detail: { month } }: { detail: ComparisonDetail }) {
  const { t } = useTranslation('meters');
  const { kwh, signedKwh, signedPct, percent, gap } = useFigures();
  const columns = {
    known: t('compare.complete'),
    difference: t('compare.difference_kwh'),
    pct: t('compare.difference_pct'),
  };
  const head = [
    t('compare.against'),
    KWH,
    { text: columns.known, number: true },
    { text: columns.difference, number: true },
    { text: columns.pct, number: true },
  ];
  return (
    <PlainTable label={t('compare.sides')} head={head} stacked>
      <tr>
        <th scope="row">{t('compare.own')}</th>
        <td data-number data-label="kWh">
          {kwh(month.own_kwh)}
        </td>
        <td data-number data-label={columns.known}>
          {percent(month.own_completeness)}
        </td>
        <td />
        <td />
      </tr>
      {SIDES.map((name) => {
        const side = month.sides[name];
        return (
          <tr key={name}>
            <th scope="row">
              {t(`compare.side.${name}`)}
              {side.gap !== null && <Muted as="div">{gap(side)}</Muted>}
              {side.over && (
                <div>
                  <StatePill state="warning" label={t('compare.over')} />
                </div>
              )}
            </th>
            <td data-number data-label="kWh">
              {kwh(side.kwh)}
            </td>
            <td data-number data-label={columns.known}>
              {percent(side.completeness)}
            </td>
            <td data-number data-label={columns.difference}>
              {signedKwh(side.difference_kwh)}
            </td>
            <td data-number data-label={columns.pct}>
              {signedPct(side.difference_pct)}
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

/** The readings of which the own energy is made. */
function Own({ detail: { own, month } }: { detail: ComparisonDetail }) {
  const { t } = useTranslation('meters');
  const { number, dateTime } = useFormat();
  if (own.length === 0) return <Muted>{t('compare.gap.no_readings')}</Muted>;
  const head = [
    { text: t('register.line'), number: true },
    t('field.at'),
    { text: t('field.reading'), number: true },
    { text: t('field.constant_k'), number: true },
    KWH,
  ];
  return (
    <PlainTable label={t('compare.readings')} head={head} stacked>
      {own.map(({ line, at, reading, constant_k, kwh, source, corrected_by }) => (
        <tr key={line}>
          <th scope="row" data-number>
            {number(line, 0)}
          </th>
          <td data-label={t('field.at')}>
            <Nowrap>{dateTime(at, month.time_zone)}</Nowrap>
            <Muted as="div">
              {[
                t(`source.${source}`),
                corrected_by !== null && t('compare.corrected', { line: corrected_by }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Muted>
          </td>
          <td data-number data-label={t('field.reading')}>
            {number(reading, 3)}
          </td>
          <td data-number data-label={t('field.constant_k')}>
            {number(constant_k, 3)}
          </td>
          <td data-number data-label="kWh">
            {number(kwh, 3)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** The devices and the lines of statements of which the other sides are made. */
function Others({ detail: { devices, statements } }: { detail: ComparisonDetail }) {
  const { t } = useTranslation('meters');
  const { kwh, percent } = useFigures();
  const { date, dateTime } = useFormat();
  if (devices.length + statements.length === 0) return <Muted>{t('compare.no_sources')}</Muted>;
  const head = [t('compare.source'), KWH, { text: t('compare.complete'), number: true }];
  return (
    <PlainTable label={t('compare.sources')} head={head} stacked>
      {devices.map((device) => (
        <tr key={`${device.side} ${device.device_id}`}>
          <th scope="row">
            {device.short_name}
            <Muted as="div">{[t(`compare.side.${device.side}`), device.variable].join(' · ')}</Muted>
          </th>
          <td data-number data-label="kWh">
            {kwh(device.kwh)}
          </td>
          <td data-number data-label={t('compare.complete')}>
            {percent(device.completeness)}
          </td>
        </tr>
      ))}
      {statements.map((line) => (
        <tr key={`${line.source} ${line.span} ${line.starts_on}`}>
          <th scope="row">
            {t(`compare.side.${line.source}`)}
            <Muted as="div">
              {[
                line.span === 'day' ? date(line.starts_on) : t('compare.whole_month'),
                t('compare.imported', { by: line.imported_by, at: dateTime(line.imported_at) }),
              ].join(' · ')}
            </Muted>
          </th>
          <td data-number data-label="kWh">
            {kwh(line.kwh)}
          </td>
          <td data-number data-label={t('compare.complete')}>
            –
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** The days of the month; own energy where readings stand at both midnights. */
function Days({ detail: { days } }: { detail: ComparisonDetail }) {
  const { t } = useTranslation('meters');
  const { kwh, signedPct } = useFigures();
  const { date } = useFormat();
  const told = SIDES.filter((side) => days.some(({ sides }) => sides[side].kwh !== null));
  const head = [
    t('compare.day'),
    { text: t('compare.own'), number: true },
    ...told.map((side) => ({ text: t(`compare.side.${side}`), number: true })),
  ];
  return (
    <PlainTable label={t('compare.days')} head={head} stacked>
      {days.map(({ day, own_kwh, sides }) => (
        <tr key={day}>
          <th scope="row">{date(day)}</th>
          <td data-number data-label={t('compare.own')}>
            {kwh(own_kwh)}
          </td>
          {told.map((side) => (
            <td key={side} data-number data-label={t(`compare.side.${side}`)}>
              {kwh(sides[side].kwh)}
              {sides[side].difference_pct !== null && (
                <Muted as="div">{signedPct(sides[side].difference_pct)}</Muted>
              )}
            </td>
          ))}
        </tr>
      ))}
    </PlainTable>
  );
}

/** A meter's month beside all that it is compared with, and where each figure comes from. */
export function ComparisonPanel({ id, month }: { id: number; month: string }) {
  const { t } = useTranslation('meters');
  const { number, dateTime } = useFormat();
  const [daily, setDaily] = useState(false);
  const query = useCall(meterComparisonsCalls.detail, { params: { id: String(id) }, query: { month } });
  return (
    <Known query={query} height={480}>
      {(detail) => (
        <Stack gap={16}>
          <Facts>
            <Fact label={t('field.plant')}>{detail.month.plant_name}</Fact>
            <Fact label={t('field.role')}>{t(`role.${detail.month.role}`)}</Fact>
            <Fact label={t('compare.from')}>{dateTime(detail.month.from, detail.month.time_zone)}</Fact>
            <Fact label={t('compare.to')}>{dateTime(detail.month.to, detail.month.time_zone)}</Fact>
            <Fact label={t('field.threshold_pct')}>{number(detail.month.threshold_pct, 1)} %</Fact>
          </Facts>
          <Section title={t('compare.sides')} look="plain">
            <Sides detail={detail} />
          </Section>
          <Section title={t('compare.readings')} hint={t('compare.readings_hint')} look="plain">
            <Own detail={detail} />
          </Section>
          <Section title={t('compare.sources')} look="plain">
            <Others detail={detail} />
          </Section>
          {detail.days.length > 0 && (
            <div>
              <FoldButton open={daily} onToggle={setDaily}>
                {t('compare.days')}
              </FoldButton>
              {daily && <Days detail={detail} />}
            </div>
          )}
        </Stack>
      )}
    </Known>
  );
}
