import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { unitsText } from '../../unit-range.model.ts';
import { AllowCommand } from '../field/allow-command.public.tsx';
import { useReasonLabels } from '../field/reasons.public.ts';
import { adviceFor } from './advice.model.ts';
import type { Silence } from './find.model.ts';
import classes from './find.module.css';
import { NextSteps } from './NextSteps.tsx';
import type { Looked } from './use-find-form.ts';

/** Why nothing was found at some units, what to look at first, and where to go on. */
export function SilenceNote({ silence, looked }: { silence: Silence; looked: Looked }) {
  const { t } = useTranslation('find');
  const why = useReasonLabels();
  const { reason, units } = silence;
  const advice = adviceFor(reason);
  const Icon = advice === 'not_sunspec' ? IconHelpCircle : IconAlertTriangle;
  const steps = t(`advice.${advice}`).split('\n');
  return (
    <section className={`panel ${classes.silence}`} data-advice={advice}>
      <h2>
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        {t('silent.units', { units: unitsText(units), count: units.length })}: {why(reason)}
      </h2>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <AllowCommand reason={reason} />
      {advice === 'not_sunspec' && <NextSteps looked={looked} unit={units[0] ?? 1} />}
    </section>
  );
}
