import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { Downtime } from '../../downtimes.contract.ts';

/** The alarms that a downtime was made from. */
export function LinkedAlarms({ alarms, time_zone }: Pick<Downtime, 'alarms' | 'time_zone'>) {
  const { t } = useTranslation('downtimes');
  const { t: ta } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  return (
    <Section title={t('detail.alarms')} order={3}>
      {alarms.length === 0 && <p className="muted">{t('detail.no_alarms')}</p>}
      <Entries>
        {alarms.map(({ id, code, date, end_date }) => (
          <Entry
            key={id}
            name={
              <Link to="/apps/asset/alarms" search={{ alarm: String(id) }} preload={false}>
                {ta(`name.${code}`)}
              </Link>
            }
            details={[date, end_date]
              .map((at) => at && dateTimeAt(at, time_zone))
              .filter(Boolean)
              .join(' – ')}
          />
        ))}
      </Entries>
    </Section>
  );
}
