import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../../../shared/web/page/Text.tsx';
import { useExceptionLabels } from '../../reasons.public.ts';
import { HeadFigures } from '../HeadFigures.tsx';
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
      <Entries>
        {bad.map((one) => {
          const cause = CAUSES.find((code) => code === one.exception);
          const last = one.address + one.quantity - 1;
          const { function_code: code, address: first, quantity: count } = one;
          return (
            <Entry
              key={`${code}/${first}`}
              name={t('health.registers', { code, first, last, count })}
              beside={
                <Note tone="alarm" inline>
                  {exceptionWords(one.exception)}
                </Note>
              }
              details={cause !== undefined && t(`cause.${cause}`)}
              actions={
                <Muted as="span">{t('health.again', { when: dateTime(one.next_try_at, HERE) })}</Muted>
              }
            />
          );
        })}
      </Entries>
    </Section>
  );
}

/** How the device answers: its polls over time, what it refuses, and what happened. */
export function HealthTab(props: TabProps) {
  return (
    <>
      <HeadFigures {...props} />
      <HealthCharts {...props} />
      <BadRegisters {...props} />
      <DeviceLog {...props} />
    </>
  );
}
