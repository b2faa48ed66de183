import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { alarmsCalls } from '../../alarms/alarms.contract.ts';

/** So many of a home's open alarms are shown. */
const SHOWN = '20';

/** The open alarms of a home, those that explain others alone. */
export function HomeAlarms({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('residential');
  const { dateTimeAt } = useFormat();
  const query = useCall(alarmsCalls.list, {
    query: { proj_code, closed: 'false', consequences: 'false', page_size: SHOWN },
  });
  return (
    <Section title={t('alarms.title')} look="table">
      <Known query={query} height={96}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted style={{ padding: '0 16px 16px' }}>{t('alarms.none')}</Muted>
          ) : (
            <PlainTable
              label={t('alarms.title')}
              inset
              stacked
              head={[t('alarms.what'), t('alarms.device'), t('alarms.since')]}
            >
              {results.map(({ id, type, message, short_name, date, time_zone }) => (
                <tr key={id}>
                  <th scope="row">
                    <StatePill state={type === 'E' ? 'alarm' : 'warning'} /> {message}
                  </th>
                  <td data-label={t('alarms.device')}>{short_name}</td>
                  <td data-label={t('alarms.since')}>{dateTimeAt(date, time_zone)}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Known>
    </Section>
  );
}
