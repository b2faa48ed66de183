import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import classes from './bar.module.css';
import type { Step } from './choice.model.ts';
import { choosableSteps, type Steps, stepsFor, type TimeWindow } from './window.model.ts';

export interface ResolutionProps {
  window: TimeWindow;
  chosen: Step | undefined;
  onChosen: (step: Step | undefined) => void;
  /** Whether lines, bars or both are drawn: the automatic step is told for what is there. */
  lines: boolean;
  bars: boolean;
}

/** What one point of the chart stands for: the step that suits the window, or one chosen by hand. */
export function ResolutionSelect({ window, chosen, onChosen, lines, bars }: ResolutionProps) {
  const { t } = useTranslation('charts');
  const steps = choosableSteps(window);
  const automatic: Steps = stepsFor(window);
  const parts = [lines || !bars ? automatic.line : null, bars ? automatic.bar : null].filter(
    (one) => one !== null,
  );
  const names = [...new Set(parts)].map((step) => t(`step.${step}`)).join(', ');
  if (usePrinting())
    return <PrintedChoice label={t('resolution.label')} value={chosen ? t(`step.${chosen}`) : names} />;
  return (
    <Select
      aria-label={t('resolution.label')}
      data={[
        { value: 'auto', label: t('resolution.auto', { step: names }) },
        ...steps.map((step) => ({ value: step, label: t(`step.${step}`) })),
      ]}
      value={chosen && steps.includes(chosen) ? chosen : 'auto'}
      onChange={(value) => onChosen(value === 'auto' || value === null ? undefined : (value as Step))}
      allowDeselect={false}
      rightSectionWidth={26}
      className={classes.resolution ?? ''}
    />
  );
}
