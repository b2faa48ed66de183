import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts, Unit } from '../../../../shared/web/page/Facts.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { Alarm, Evidence, ShownEvidence } from '../../alarms.contract.ts';
import { meterDifferenceOf, monthText } from '../../meter-difference.model.ts';
import { useParamLabels } from '../param-labels.ts';
import { EvidenceChart } from './EvidenceChart.tsx';
import { partFigures } from './evidence.model.ts';

/** What a figure of the evidence is called, and how a value of the threshold is said; one of a newer program by its code. */
function useFigureLabels() {
  const { t, i18n } = useTranslation('detail');
  const known = (key: string) => i18n.exists(`detail:${key}`);
  const spelt = (code: string) => code.replaceAll('_', ' ');
  return {
    figure: (code: string): string => (known(`figure.${code}`) ? t(`figure.${code}` as never) : spelt(code)),
    rule: (code: string, value: string): string =>
      known(`rule.${code}`) ? t(`rule.${code}` as never, { value }) : `${spelt(code)} ${value}`,
  };
}

/** A figure as short as it can be told without loss that matters. */
function useShort() {
  const { t } = useTranslation('detail');
  const { number } = useFormat();
  return (value: number | null, unit: string) => {
    if (value === null) return UNKNOWN;
    if (unit === 'polls') return t('polls', { count: value });
    const figure = number(value, Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1);
    return unit === '' ? figure : `${figure} ${spellUnit(unit)}`;
  };
}

/** What the alarm was judged by, each figure beside the limit that it passed; then the threshold as it was set. */
function Figures({ code: alarmCode, figures }: Pick<Alarm, 'code'> & Pick<Evidence, 'figures'>) {
  const { t } = useTranslation('detail');
  const short = useShort();
  const labels = useFigureLabels();
  const { judged, rule } = partFigures(alarmCode, figures);
  return (
    <>
      {judged.length > 0 && (
        <Facts size="lg">
          {judged.map(({ code, value, limit, unit }) => (
            <Fact key={code} label={labels.figure(code)}>
              {short(value, unit)}{' '}
              {limit !== null && <Unit>{t('evidence.limit', { limit: short(limit, unit) })}</Unit>}
            </Fact>
          ))}
        </Facts>
      )}
      {rule.length > 0 && (
        <Muted>
          {t('evidence.rule', {
            values: rule.map(({ code, value, unit }) => labels.rule(code, short(value, unit))).join(' · '),
          })}
        </Muted>
      )}
    </>
  );
}

type Reading = ShownEvidence['readings'][number];

/** What a reading is called, and what it says: a state in words, anything else as a figure with its unit. */
function useReadingLabels() {
  const { language } = useFormat();
  const short = useShort();
  return {
    nameOf: ({ words: labels, variable }: Reading) => labels?.[`label_${language}`] ?? variable,
    saidOf: ({ words: labels, value, unit }: Reading) =>
      (labels && value !== null ? saidValue(labels, value, language) : null) ?? short(value, unit),
  };
}

/** The readings of that moment, as they were then. */
function Readings({ alarm, readings }: { alarm: Alarm } & Pick<ShownEvidence, 'readings'>) {
  const { t } = useTranslation('detail');
  const { dateTimeAt } = useFormat();
  const { nameOf, saidOf } = useReadingLabels();
  return (
    <Table
      fz={12}
      captionSide="top"
      horizontalSpacing={6}
      verticalSpacing={4}
      styles={{ th: { fontWeight: 560 } }}
    >
      <Table.Caption ta="start">{t('evidence.readings')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('evidence.device')}</Table.Th>
          <Table.Th scope="col">{t('evidence.variable')}</Table.Th>
          <Table.Th scope="col">{t('evidence.value')}</Table.Th>
          <Table.Th scope="col">{t('evidence.at')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {readings.map((reading) => {
          const { device_id, short_name, variable, at } = reading;
          return (
            <Table.Tr key={`${device_id}.${variable}`}>
              <Table.Th scope="row">{short_name}</Table.Th>
              <Table.Td title={variable}>{nameOf(reading)}</Table.Td>
              <Table.Td className="num">{saidOf(reading)}</Table.Td>
              <Table.Td className="num">
                {at === null ? t('evidence.never') : dateTimeAt(at, alarm.time_zone)}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** Of a connection: why it is down, as the field said it. Energies of the plant behind it say nothing of that. */
function LineReason({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  const reason = useParamLabels(alarm);
  return reason === null ? null : (
    <Facts columns={1}>
      <Fact label={t('evidence.reason')}>{reason}</Fact>
    </Facts>
  );
}

/** Which meter and month differ from what; the figures follow, and all that they are made of stands in the comparison. */
function OfMeter({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  const { date } = useFormat();
  const found = meterDifferenceOf(alarm.params);
  if (!found) return null;
  const { meter_id, serial_number, month, day, side } = found;
  return (
    <>
      <Facts>
        <Fact label={t('evidence.meter')}>{serial_number}</Fact>
        <Fact label={t('evidence.month')}>{monthText(found)}</Fact>
        <Fact label={t('evidence.against')}>{t(`evidence.side.${side}`)}</Fact>
        {day !== null && <Fact label={t('evidence.day')}>{date(day)}</Fact>}
      </Facts>
      <Link
        to="/apps/asset/energy-meters"
        search={{ view: 'comparisons', plants: alarm.proj_code, month, open: String(meter_id) }}
      >
        {t('evidence.comparison')}
      </Link>
    </>
  );
}

/** Why it was raised: figures with their limits, the readings of that moment, and their chart. */
export function EvidencePart({ alarm, evidence }: { alarm: Alarm; evidence: ShownEvidence | null }) {
  const { t } = useTranslation('detail');
  const ofLine = alarm.code === 'connection_lost';
  return (
    <Panel pad="sm" label={t('evidence.title')}>
      <h3>{t('evidence.title')}</h3>
      {evidence === null && <p className="muted">{t('evidence.none')}</p>}
      {ofLine && <LineReason alarm={alarm} />}
      {alarm.code === 'meter_difference' && <OfMeter alarm={alarm} />}
      {evidence && evidence.figures.length > 0 && <Figures code={alarm.code} figures={evidence.figures} />}
      {evidence && !ofLine && evidence.series.length > 0 && (
        <EvidenceChart alarm={alarm} evidence={evidence} />
      )}
      {evidence && evidence.readings.length > 0 && <Readings alarm={alarm} readings={evidence.readings} />}
    </Panel>
  );
}
