import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { SENDING_STATES } from '../home-states.model.ts';
import { residentialCalls } from '../residential.contract.ts';

/** How many homes send, by the way their readings come: a way that fell silent as a whole is seen at once. */
export function SilenceTable({ query }: { query: { project_id?: string } }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const statuses = useCall(residentialCalls.devicesDataSendingStatuses, { query });
  return (
    <Known query={statuses} height={120}>
      {({ by_provider }) =>
        by_provider.length > 0 && (
          <Section title={t('silence.title')} look="table">
            <PlainTable
              label={t('silence.title')}
              inset
              stacked
              head={[
                t('silence.provider'),
                ...SENDING_STATES.map((state) => ({ text: t(`state.${state}`), number: true })),
              ]}
            >
              {by_provider.map((counts) => (
                <tr key={counts.provider}>
                  <th scope="row">{t(`provider.${counts.provider}`)}</th>
                  {SENDING_STATES.map((state) => (
                    <td key={state} data-number data-label={t(`state.${state}`)}>
                      {number(counts[state], 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </PlainTable>
          </Section>
        )
      }
    </Known>
  );
}
