import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { type Alarm, alarmsCalls } from '../../alarms/alarms.contract.ts';
import { HomeLink } from './HomesTab.tsx';

/** The gravest stand first: so many are shown. */
const SHOWN = 100;

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('residential');
  const { dateTimeAt } = useFormat();
  const { type, message, proj_code, plant_name, short_name, date, time_zone } = alarm;
  return (
    <tr>
      <th scope="row">
        <StatePill state={type === 'E' ? 'alarm' : 'warning'} /> {message}
      </th>
      <td data-label={t('fleet_alarms.home')}>
        <HomeLink proj_code={proj_code} name={plant_name} />
      </td>
      <td data-label={t('alarms.device')}>{short_name}</td>
      <td data-label={t('alarms.since')}>{dateTimeAt(date, time_zone)}</td>
    </tr>
  );
}

/** Open alarms of homes: the bell of the asset application leaves them out. */
export function AlarmsTab() {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const query = useCall(alarmsCalls.list, {
    query: {
      homes: 'true',
      closed: 'false',
      consequences: 'false',
      order: 'severity',
      page_size: String(SHOWN),
    },
  });
  const settings = (
    <Button component={Link} to="/apps/asset/alarms/notifications" variant="default">
      {t('fleet_alarms.settings')}
    </Button>
  );
  return (
    <Section title={t('fleet_alarms.title')} hint={t('fleet_alarms.hint')} actions={settings} look="table">
      <Known query={query} height={240}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Muted style={{ padding: '0 16px 16px' }}>{t('fleet_alarms.none')}</Muted>
          ) : (
            <>
              <PlainTable
                label={t('fleet_alarms.title')}
                inset
                stacked
                head={[t('alarms.what'), t('fleet_alarms.home'), t('alarms.device'), t('alarms.since')]}
              >
                {results.map((alarm) => (
                  <AlarmRow key={alarm.id} alarm={alarm} />
                ))}
              </PlainTable>
              {count > results.length && (
                <Muted style={{ padding: '8px 16px 16px' }}>
                  {t('fleet_alarms.more', { shown: number(results.length, 0), of: number(count, 0) })}
                </Muted>
              )}
            </>
          )
        }
      </Known>
    </Section>
  );
}
