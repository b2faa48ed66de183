import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { Section } from '../../../../../../shared/web/page/Section.tsx';
import { useExceptionLabels } from '../../reasons.public.ts';
import parts from '../parts.module.css';
import type { TabProps } from '../standing.ts';
import { refusedKnown } from '../variables/reading-now.model.ts';
import { badRegistersOf } from '../variables/variables.model.ts';
import { DeviceLog } from './DeviceLog.tsx';
import { HealthCharts } from './HealthCharts.tsx';

/** Exceptions with a usual cause that is worth telling. */
const CAUSES = [0, 1, 2, 3, 4, 6, 10, 11] as const;

function BadRegisters({ details, standing: { health } }: TabProps) {
  const { t } = useTranslation('field');
  const { dateTime } = useFormat();
  const exceptionWords = useExceptionLabels();
  const bad = badRegistersOf(health.bad_registers);
  const known = refusedKnown(details, health);
  return (
    <Section title={t('health.bad')}>
      {known !== 'some' && <p className="muted">{t(`health.known.${known}`)}</p>}
      <ul className={parts.entries}>
        {bad.map((one) => {
          const cause = CAUSES.find((code) => code === one.exception);
          const last = one.address + one.quantity - 1;
          return (
            <li key={`${one.function_code}/${one.address}`} className={parts.entry} data-kind="refused">
              <span>
                {t('health.registers', {
                  code: one.function_code,
                  first: one.address,
                  last,
                  count: one.quantity,
                })}
              </span>
              <span>
                <span className={parts.said}>{exceptionWords(one.exception)}</span>
                {cause !== undefined && <span className="muted"> · {t(`cause.${cause}`)}</span>}
              </span>
              <span className={parts.at}>{t('health.again', { when: dateTime(one.next_try_at, HERE) })}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** How the device answers: its polls over time, what it refuses, and what happened. */
export function HealthTab(props: TabProps) {
  return (
    <>
      <HealthCharts {...props} />
      <BadRegisters {...props} />
      <DeviceLog {...props} />
    </>
  );
}
