import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import type { AlarmCode } from '../../../notifications/alarm-codes.model.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { faultyGenerator } from '../../fault-text.model.ts';

type Advice = AlarmCode | 'string_weak_box' | 'inverter_fault_generator';

/** Whose words tell what an alarm means: a box that is dark as a whole, and an engine, are not what their code usually is. */
export function adviceOf({ code, params }: Pick<Alarm, 'code' | 'params'>): Advice {
  if (code === 'string_weak' && typeof params.n === 'number' && params.n === params.of)
    return 'string_weak_box';
  return code === 'inverter_fault' && faultyGenerator(params) ? 'inverter_fault_generator' : code;
}

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
