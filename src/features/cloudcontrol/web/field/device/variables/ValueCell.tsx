import { IconAlertCircle, IconCircleDashed, IconClockX, IconMoon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../../../shared/units/units.ts';
import { ageWords } from '../../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useExceptionLabels } from '../../reasons.public.ts';
import type { GridContext } from './grid-context.ts';
import { holdsNow } from './reading-now.model.ts';
import { badRegisterOf, lookOf } from './variables.model.ts';
import classes from './variables.module.css';

const ICONS = {
  stale: IconClockX,
  asleep: IconMoon,
  missing: IconCircleDashed,
  failed: IconAlertCircle,
} as const;

interface Props {
  variable: ConfiguredVariable;
  context: GridContext;
  now: number;
}

/** What the device last said of a variable, how old it is, and if it fails, why in words. */
export function ValueCell({ variable, context, now }: Props) {
  const { t } = useTranslation('field');
  const { number, language, dateTime } = useFormat();
  const exceptionWords = useExceptionLabels();
  const newest = context.newest.get(variable.name);
  const bad = badRegisterOf(variable, context.bad);
  const { unit, decimals } = lookOf(variable);
  const quality = bad ? 'failed' : (newest?.quality ?? 'missing');
  const Icon = quality === 'good' ? null : ICONS[quality];
  const said = newest?.value == null ? null : saidValue(variable, newest.value, language);
  const age = newest?.ts ? ageWords(newest.ts, now, language) : null;
  const why = bad
    ? t('value.refused', { why: exceptionWords(bad.exception) })
    : quality === 'good'
      ? null
      : t(`value.${quality}`);
  return (
    <span
      className={classes.value}
      data-quality={quality}
      data-past={!holdsNow(newest, bad !== undefined) || undefined}
    >
      <span className={classes.figure} title={said ?? undefined}>
        {newest?.value === null || newest === undefined ? '–' : (said ?? number(newest.value, decimals))}
        {unit && said === null && newest?.value !== null && newest !== undefined && (
          <span className="muted"> {spellUnit(unit)}</span>
        )}
      </span>
      <span className={classes.age} title={newest?.ts ? dateTime(newest.ts, HERE) : undefined}>
        {Icon && <Icon size={13} stroke={2} aria-hidden="true" />}
        <span>{[why, age].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  );
}
