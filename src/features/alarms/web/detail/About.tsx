import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { adviceOf } from './advice.model.ts';
import classes from './detail.module.css';

/** Where the first thing to look at is the port. */
const OF_PORTS: readonly Alarm['code'][] = ['connection_lost', 'no_data'];
const PARTS = ['raised', 'usually', 'todo'] as const;

/** To the ports of the plant, for whoever may open them: as they are now, whatever they were called then. */
function PortsLink({ alarm: { proj_code } }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  if (!useCan('cloudcontrol')) return null;
  return (
    <Link to="/apps/cloudcontrol" search={{ plant: proj_code }} className={classes.place}>
      {t('about.ports')}
    </Link>
  );
}

/** What raises such an alarm, what it usually comes from, and what to do. */
export function About({ alarm, more }: { alarm: Alarm; more: ReactNode }) {
  const { t } = useTranslation('detail');
  const { code } = alarm;
  const advice = adviceOf(alarm);
  return (
    <section className={classes.box} aria-label={t('about.title')}>
      <h3>{t('about.title')}</h3>
      <dl className={classes.about}>
        {PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`about.${part}`)}</dt>
            <dd>
              {t(`codes.${advice}.${part}`)}
              {part === 'todo' && OF_PORTS.includes(code) && (
                <>
                  {' '}
                  <PortsLink alarm={alarm} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.more}>{more}</div>
    </section>
  );
}
