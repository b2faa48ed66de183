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
import type { RankedHome } from '../groups.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import type { Address } from './HomesFilters.tsx';
import { HomeLink } from './HomesTab.tsx';

/** The weak ones stand first: so many are shown. */
const SHOWN = 100;

function Reason({ home }: { home: RankedHome }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const { reason, wrong_meter, group_homes, share } = home;
  const isUnsaid = home.district.trim() === '' || home.orientation === 'unknown';
  const alone = isUnsaid ? t('rank.unsaid') : t('rank.alone', { n: number(group_homes, 0) });
  if (reason === null) return <Muted>{share === null ? alone : t('rank.fine')}</Muted>;
  return (
    <>
      <StatePill state={reason === 'below_neighbours' ? 'warning' : 'alarm'} label={t(`rank.${reason}`)} />
      {reason === 'data_fault' && wrong_meter && (
        <Muted as="div">{t('wrong_meter', { meter: t(`meter.${wrong_meter}`) })}</Muted>
      )}
    </>
  );
}

/** Homes by what they make of a kWp beside alike homes of their district. */
export function RankingTab({ state }: { state: Address }) {
  const { t } = useTranslation('residential');
  const { number, language } = useFormat();
  const { id_client: company } = useCompany();
  const { project } = state.search;
  const ofProject = project ? { project_id: project } : {};
  const query = useCall(residentialCalls.ranking, { query: { page_size: String(SHOWN), ...ofProject } });
  const file = (
    <ExportMenu
      name={t('rank.file')}
      formats={['csv', 'xlsx']}
      load={(format) =>
        send(residentialCalls.exportRanking, { query: { ...ofProject, format, language }, company })
      }
    />
  );
  return (
    <Section title={t('rank.title')} hint={t('rank.hint')} actions={file} look="table">
      <Known query={query} height={320}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Muted style={{ padding: '0 16px 16px' }}>{t('none')}</Muted>
          ) : (
            <>
              <PlainTable
                label={t('rank.title')}
                inset
                stacked
                head={[
                  t('field.name'),
                  t('field.district'),
                  t('field.orientation'),
                  { text: t('field.yield'), number: true },
                  { text: t('field.share'), number: true },
                  t('field.reason'),
                ]}
              >
                {results.map((home) => (
                  <tr key={home.proj_code}>
                    <th scope="row">
                      <HomeLink {...home} />
                    </th>
                    <td data-label={t('field.district')}>{home.district}</td>
                    <td data-label={t('field.orientation')}>{t(`orientation.${home.orientation}`)}</td>
                    <td data-number data-label={t('field.yield')}>
                      {number(home.yield_kwh_kwp, 2)}
                    </td>
                    <td data-number data-label={t('field.share')}>
                      {number(home.share === null ? null : home.share * 100, 0)}
                    </td>
                    <td data-label={t('field.reason')}>
                      <Reason home={home} />
                    </td>
                  </tr>
                ))}
              </PlainTable>
              {count > results.length && (
                <Muted style={{ padding: '8px 16px 16px' }}>
                  {t('rank.more', { shown: number(results.length, 0), of: number(count, 0) })}
                </Muted>
              )}
            </>
          )
        }
      </Known>
    </Section>
  );
}
