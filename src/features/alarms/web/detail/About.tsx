import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { adviceOf } from './advice.model.ts';

/** Where the first thing to look at is the port. */
const OF_PORTS: readonly Alarm['code'][] = ['connection_lost', 'no_data'];
const PARTS = ['raised', 'usually', 'todo'] as const;

/** To the ports of the plant, for whoever may open them: as they are now, whatever they were called then. */
function PortsLink({ alarm: { proj_code } }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  if (!useCan('cloudcontrol')) return null;
  return (
    <Link to="/apps/cloudcontrol" search={{ plant: proj_code }}>
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
    <Panel pad="sm" label={t('about.title')}>
      <h3>{t('about.title')}</h3>
      <Facts columns={1}>
        {PARTS.map((part) => (
          <Fact key={part} label={t(`about.${part}`)}>
            {t(`codes.${advice}.${part}`)}
            {part === 'todo' && OF_PORTS.includes(code) && (
              <>
                {' '}
                <PortsLink alarm={alarm} />
              </>
            )}
          </Fact>
        ))}
      </Facts>
      <div>{more}</div>
    </Panel>
  );
}
