import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { residentialCalls } from '../residential.contract.ts';
import type { HomeStorage } from '../storage.contract.ts';
import { HomeLink } from './HomesTab.tsx';

/** Those that need somebody stand first: so many are shown. */
const SHOWN = 100;

function Row({ home }: { home: HomeStorage }) {
  const { t } = useTranslation('residential');
  const { number, date } = useFormat();
  const { storage_kwh, cycles, efficiency, capacity_kwh, health, first_kwh, first_day, reason } = home;
  const percent = (share: number | null) => number(share === null ? null : share * 100, 0);
  return (
    <tr>
      <th scope="row">
        <HomeLink {...home} />
      </th>
      <td data-number data-label={t('field.storage_kwh')}>
        {number(storage_kwh, 1)}
      </td>
      <td data-number data-label={t('storage.cycles')}>
        {number(cycles, 1)}
      </td>
      <td data-number data-label={t('storage.efficiency')}>
        {percent(efficiency)}
      </td>
      <td data-number data-label={t('storage.capacity')}>
        {number(capacity_kwh, 1)}
        {first_kwh !== null && first_day !== null && (
          <Muted as="div">{t('storage.first', { kwh: number(first_kwh, 1), day: date(first_day) })}</Muted>
        )}
      </td>
      <td data-number data-label={t('storage.health')}>
        {percent(health)}
      </td>
      <td data-label={t('field.reason')}>
        {reason === null ? (
          <Muted>{t('storage.fine')}</Muted>
        ) : (
          <StatePill
            state={reason === 'gave_more' ? 'alarm' : 'warning'}
            label={t(`storage.reason.${reason}`)}
          />
        )}
      </td>
    </tr>
  );
}

/** Storage of homes in the last thirty days. */
export function StorageTab({ query }: { query: { project_id?: string } }) {
  const { t } = useTranslation('residential');
  const { number, language } = useFormat();
  const { id_client: company } = useCompany();
  const storage = useCall(residentialCalls.storage, { query: { ...query, page_size: String(SHOWN) } });
  const file = (
    <ExportMenu
      name={t('storage.file')}
      formats={['csv', 'xlsx']}
      load={(format) =>
        send(residentialCalls.exportStorage, { query: { ...query, format, language }, company })
      }
    />
  );
  return (
    <Section title={t('storage.title')} hint={t('storage.hint')} actions={file} look="table">
      <Known query={storage} height={320}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Muted style={{ padding: '0 16px 16px' }}>{t('storage.none')}</Muted>
          ) : (
            <>
              <PlainTable
                label={t('storage.title')}
                inset
                stacked
                head={[
                  t('field.name'),
                  { text: t('field.storage_kwh'), number: true },
                  { text: t('storage.cycles'), number: true },
                  { text: t('storage.efficiency'), number: true },
                  { text: t('storage.capacity'), number: true },
                  { text: t('storage.health'), number: true },
                  t('field.reason'),
                ]}
              >
                {results.map((home) => (
                  <Row key={home.proj_code} home={home} />
                ))}
              </PlainTable>
              {count > results.length && (
                <Muted style={{ padding: '8px 16px 16px' }}>
                  {t('storage.more', { shown: number(results.length, 0), of: number(count, 0) })}
                </Muted>
              )}
            </>
          )
        }
      </Known>
    </Section>
  );
}
