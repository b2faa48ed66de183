import { useTranslation } from 'react-i18next';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { moneyRows } from '../../money-rows.model.ts';
import { MONTH_FIGURES, type SimulationReport } from '../../parameters.contract.ts';
import { sourceIn } from '../../rule-sources.model.ts';
import { AssumptionsTable } from '../AssumptionsTable.tsx';

type Props = { report: SimulationReport };

function Totals({ report: { totals, money, surplus } }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const percent = (value: number | null) => (value === null ? null : number(value * 100, 1));
  const over = surplus.reduce((sum, { surplus_eur }) => sum + surplus_eur, 0);
  return (
    <Figures columns={4}>
      <Figure label={t('tile.shared_kwh')} value={number(totals.shared_kwh, 0)} unit="kWh" />
      <Figure label={t('field.shared_share')} value={percent(totals.shared_share)} unit="%" />
      <Figure label={t('tile.incentive_eur')} value={number(totals.incentive_eur, 0)} unit="€" />
      <Figure label={t('tile.valorisation_eur')} value={number(totals.valorisation_eur, 0)} unit="€" />
      <Figure label={t('tile.sale_eur')} value={number(totals.sale_eur, 0)} unit="€" />
      <Figure
        label={t('field.surplus_eur')}
        value={number(over, 0)}
        unit="€"
        hint={t('report.surplus_hint')}
      />
      <Figure
        label={t('tile.npv_eur')}
        value={number(money.npv_eur, 0)}
        unit="€"
        note={t('report.irr', { irr: percent(money.irr) ?? '–' })}
      />
      <Figure
        label={t('tile.payback_years')}
        value={money.payback_years === null ? null : number(money.payback_years, 1)}
        unit={t('tile.years')}
      />
    </Figures>
  );
}

function Months({ report: { months } }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const nameOf = useMonthName();
  return (
    <Section title={t('report.months')} look="table">
      <PlainTable
        label={t('report.months')}
        inset
        stacked
        head={[
          t('report.month'),
          ...MONTH_FIGURES.map((name) => ({ text: t(`field.${name}`), number: true })),
        ]}
      >
        {months.map((row) => (
          <tr key={row.month}>
            <th scope="row">{nameOf(row.month)}</th>
            {MONTH_FIGURES.map((name) => (
              <td key={name} data-number data-label={t(`field.${name}`)}>
                {number(row[name], 0)}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

/** The parts of the flows of year 0 and 1, so that they can be added up. */
function Money({ report }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const rows = moneyRows(report);
  if (rows.length === 0) return null;
  return (
    <Section title={t('money.title')} hint={t('money.hint')} look="table">
      <PlainTable label={t('money.title')} inset head={[t('money.part'), { text: '€', number: true }]}>
        {rows.map(({ name, eur, is_sum }) => (
          <tr key={name}>
            <th scope="row">{is_sum ? <strong>{t(`money.${name}`)}</strong> : t(`money.${name}`)}</th>
            <td data-number>{is_sum ? <strong>{number(eur, 2)}</strong> : number(eur, 2)}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

/** The plant's name; of one that is thought of, and of roofs, what it is. */
function useNameOf() {
  const { t } = useTranslation('simulations');
  return ({ id, name }: { id: string; name: string }) => {
    if (name !== '') return name;
    return id === 'new' || id === 'prosumers' || id === 'hidden' ? t(`report.${id}`) : id;
  };
}

function Parts({ report: { plants, members } }: Props) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const nameOf = useNameOf();
  return (
    <Section title={t('report.parts')} look="table">
      <PlainTable
        label={t('report.parts')}
        inset
        head={[
          t('report.who'),
          { text: 'kWh', number: true },
          { text: t('field.shared_kwh'), number: true },
          { text: t('field.incentive_eur'), number: true },
        ]}
      >
        {plants.map((plant) => (
          <tr key={plant.id}>
            <th scope="row">
              {nameOf(plant)}
              {plant.id !== 'hidden' && (
                <Muted as="div">{`${number(plant.installed_kw ?? plant.power_kw, 1)} kW`}</Muted>
              )}
            </th>
            <td data-number>{number(plant.injected_kwh, 0)}</td>
            <td data-number>{number(plant.shared_kwh, 0)}</td>
            <td data-number>{number(plant.incentive_eur, 2)}</td>
          </tr>
        ))}
        {members.map(({ kind, count, withdrawn_kwh, shared_kwh }) => (
          <tr key={kind}>
            <th scope="row">{`${t(`kinds.${kind}`)} × ${number(count, 0)}`}</th>
            <td data-number>{number(withdrawn_kwh, 0)}</td>
            <td data-number>{number(shared_kwh, 0)}</td>
            <td data-number>–</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

/** By which rules it was calculated; what no official text says stands there as an assumption. */
function Rules({ report: { rules, assumptions = [], unpriced_hours, hours } }: Props) {
  const { t } = useTranslation('simulations');
  const language = useLanguage();
  return (
    <Section title={t('report.rules')}>
      {unpriced_hours > 0 && (
        <Note tone="warning">{t('report.unpriced', { count: unpriced_hours, hours })}</Note>
      )}
      <PlainTable label={t('report.rules')} head={[t('report.rule'), t('report.source')]}>
        {rules.map(({ version, source, assumption }) => (
          <tr key={version}>
            <th scope="row">
              {version}
              {assumption && <Muted as="div">{t('report.assumption')}</Muted>}
            </th>
            <td>{sourceIn({ version, source }, language)}</td>
          </tr>
        ))}
      </PlainTable>
      <AssumptionsTable assumptions={assumptions} />
    </Section>
  );
}

function Findings({ report: { findings, plants } }: Props) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const nameOf = useNameOf();
  return findings.map(({ code, id = '', substation = '', granted_eur = 0 }) => {
    const name = nameOf(plants.find((plant) => plant.id === id) ?? { id, name: '' });
    return (
      <Note key={`${code} ${id}`} tone="warning">
        {t(`findings.${code}`, { name, substation, granted: number(granted_eur, 0) })}
      </Note>
    );
  });
}

/** What a simulation comes to. // spec §3: Simulation report */
export function SimulationReportView({ report }: Props) {
  return (
    <>
      <Findings report={report} />
      <Totals report={report} />
      <Months report={report} />
      <Money report={report} />
      <Parts report={report} />
      <Rules report={report} />
    </>
  );
}
