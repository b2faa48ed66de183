import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { Alarm, Evidence, ShownEvidence } from '../../alarms.contract.ts';
import classes from './detail.module.css';
import { EvidenceChart } from './EvidenceChart.tsx';
import { partFigures } from './evidence.model.ts';
import { useFigureLabels } from './figure-labels.ts';

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
      <dl className={classes.figures}>
        {judged.map(({ code, value, limit, unit }) => (
          <div key={code}>
            <dt>{labels('figure', code)}</dt>
            <dd>
              {short(value, unit)}
              {limit !== null && <span>{t('evidence.limit', { limit: short(limit, unit) })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {rule.length > 0 && (
        <p className={classes.rule}>
          {t('evidence.rule', {
            values: rule
              .map(({ code, value, unit }) => `${labels('rule', code)} ${short(value, unit)}`)
              .join(' · '),
          })}
        </p>
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
    <table className={classes.readings}>
      <caption>{t('evidence.readings')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('evidence.device')}</th>
          <th scope="col">{t('evidence.variable')}</th>
          <th scope="col">{t('evidence.value')}</th>
          <th scope="col">{t('evidence.at')}</th>
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => {
          const { device_id, short_name, variable, at } = reading;
          return (
            <tr key={`${device_id}.${variable}`}>
              <th scope="row">{short_name}</th>
              <td title={variable}>{nameOf(reading)}</td>
              <td className="num">{saidOf(reading)}</td>
              <td className="num">{at === null ? t('evidence.never') : dateTimeAt(at, alarm.time_zone)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Why it was raised: figures with their limits, the readings of that moment, and their chart. */
export function EvidencePart({ alarm, evidence }: { alarm: Alarm; evidence: ShownEvidence | null }) {
  const { t } = useTranslation('detail');
  return (
    <section className={classes.box} aria-label={t('evidence.title')}>
      <h3>{t('evidence.title')}</h3>
      {evidence === null && <p className="muted">{t('evidence.none')}</p>}
      {evidence && evidence.figures.length > 0 && <Figures code={alarm.code} figures={evidence.figures} />}
      {evidence && evidence.series.length > 0 && <EvidenceChart alarm={alarm} evidence={evidence} />}
      {evidence && evidence.readings.length > 0 && <Readings alarm={alarm} readings={evidence.readings} />}
    </section>
  );
}
