import { useTranslation } from 'react-i18next';
import { sumIfAllKnown } from '../../../../shared/units/sums.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { assumptionsOfMonth } from '../../assumptions.model.ts';
import { sourceIn } from '../../rule-sources.model.ts';
import { STATEMENT_PARTS, type StatementContent, type StatementLine } from '../../statements.contract.ts';
import { AssumptionsTable } from '../AssumptionsTable.tsx';

interface Props {
  content: StatementContent;
}
type Column = 'cents' | 'advance_cents' | 'balance_cents';

/** A sum over lines; null where one of them does not tell it. */
const sumOf = (lines: readonly StatementLine[], of: 'due' | 'change', told: Column): number | null =>
  sumIfAllKnown(lines.map((line) => line[of][told]));

/** How the month's money is divided: advance and balance apart, and what a correction changes. */
export function Divided({ content }: Props) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const euros = (cents: number | null) => number(cents === null ? null : cents / 100, 2);
  const strangers = content.lines.filter(({ proj_code }) => proj_code !== null);
  const columns = [
    [t('field.due_cents'), 'due', 'cents'],
    [t('field.advance_cents'), 'due', 'advance_cents'],
    [t('field.balance_cents'), 'due', 'balance_cents'],
    [t('field.change_cents'), 'change', 'cents'],
  ] as const;
  const row = (name: string, lines: readonly StatementLine[]) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {columns.map(([label, of, told]) => (
        <td key={label} data-number data-label={label}>
          {euros(sumOf(lines, of, told))}
        </td>
      ))}
    </tr>
  );
  return (
    <Section title={t('divided.title')} hint={t('divided.hint')} look="table">
      <PlainTable
        label={t('divided.title')}
        inset
        stacked
        head={[t('divided.part'), ...columns.map(([text]) => ({ text: `${text} (€)`, number: true }))]}
      >
        {STATEMENT_PARTS.flatMap((part) => {
          const lines = content.lines.filter((line) => line.part === part && line.proj_code === null);
          return lines.length === 0 ? [] : [row(t(`part.${part}`), lines)];
        })}
        {strangers.map((line) => row(t('divided.owner_of', { name: line.name }), [line]))}
        {row(t('divided.total'), content.lines)}
      </PlainTable>
    </Section>
  );
}

/** By which rules it was divided; what no official text says stands there as an assumption. */
export function Rules({ content: { rule, rules, notes, switches } }: Props) {
  const { t } = useTranslation('statements');
  const language = useLanguage();
  const { number } = useFormat();
  const percent = (value: number) => `${number(value, 2)} %`;
  return (
    <Section title={t('rules.title')}>
      {notes.map(({ code, name }) => (
        <Note key={`${code} ${name}`} tone="warning">
          {t(`note.${code}`, { name })}
        </Note>
      ))}
      <Facts>
        <Fact label={t('part.management')}>{percent(rule.management_percent)}</Fact>
        <Fact label={t('rules.producers')}>{percent(rule.producers_percent)}</Fact>
        <Fact label={t('rules.consumers')}>{percent(rule.consumers_percent)}</Fact>
        <Fact label={t('rules.between')}>{t(rule.equidistribution ? 'rules.equal' : 'rules.by_energy')}</Fact>
        <Fact label={t('rules.surplus_to')}>{t(`rules.to_${rule.surplus_to}`)}</Fact>
      </Facts>
      <PlainTable label={t('rules.versions')} head={[t('rules.version'), t('rules.source')]}>
        {rules.map(({ version, source, assumption }) => (
          <tr key={version}>
            <th scope="row">
              {version}
              {assumption && <Muted as="div">{t('rules.assumption')}</Muted>}
            </th>
            <td>{sourceIn({ version, source }, language)}</td>
          </tr>
        ))}
      </PlainTable>
      <AssumptionsTable assumptions={assumptionsOfMonth(switches)} />
    </Section>
  );
}
