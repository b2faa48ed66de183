import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { revenuesCalls, type SuggestedRevenue } from '../revenues.contract.ts';
import type { RevenuesAddress } from './revenues-list.ts';

function Lines({ suggested }: { suggested: SuggestedRevenue }) {
  const { t } = useTranslation('revenues');
  const { number, euro } = useFormat();
  const head = [
    t('tariff.name'),
    { text: 'kWh', number: true },
    { text: '€/kWh', number: true },
    { text: t('column.eur'), number: true },
  ];
  return (
    <Section title={t('suggested.title')} hint={t('suggested.hint')} look="table">
      <PlainTable label={t('suggested.title')} head={head} inset stacked>
        {suggested.lines.map((line) => (
          <tr key={line.tariff_id}>
            <th scope="row">{`${line.name} (${t(`kind.${line.kind}`)})`}</th>
            <td data-number data-label="kWh">
              {line.kind === 'fee' ? '–' : number(line.kwh, 1)}
            </td>
            <td data-number data-label="€/kWh">
              {number(line.eur_kwh, 5)}
            </td>
            <td data-number data-label={t('column.eur')}>
              {euro(line.eur)}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('suggested.total')}</th>
          <td />
          <td />
          <td data-number data-label={t('suggested.total')}>
            <strong>{euro(suggested.total_eur)}</strong>
          </td>
        </tr>
      </PlainTable>
    </Section>
  );
}

interface Props {
  state: RevenuesAddress;
  plant: string;
  today: string;
}

/** What a month should bring, and what is missing for it. */
export function Suggested({ state, plant, today }: Props) {
  const { t } = useTranslation('revenues');
  const { month = today.slice(0, 7) } = state.search;
  const query = useCall(revenuesCalls.suggest, { query: { proj_code: plant, month } });
  const nameOf = (suggested: SuggestedRevenue, id: number | null) =>
    suggested.lines.find(({ tariff_id }) => tariff_id === id)?.name ?? '';
  return (
    <Known query={query} height={300}>
      {(suggested) => (
        <>
          {suggested.lacks.map(({ code, tariff_id, hours }) => (
            <Note key={`${code}-${tariff_id}`} tone="warning">
              {t(`lack.${code}`, { name: nameOf(suggested, tariff_id), count: hours ?? 0 })}
            </Note>
          ))}
          {suggested.lines.length === 0 ? <Muted>{t('no_rows')}</Muted> : <Lines suggested={suggested} />}
        </>
      )}
    </Known>
  );
}
