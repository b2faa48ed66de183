import { Flex, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleDashed, IconClockX, IconMoon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../../../shared/units/units.ts';
import { ageWords } from '../../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { Note } from '../../../../../../shared/web/page/Text.tsx';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useExceptionLabels } from '../../reasons.public.ts';
import type { GridContext } from './grid-context.ts';
import { holdsNow } from './reading-now.model.ts';
import { badRegisterOf, lookOf } from './variables.model.ts';

const ICONS = {
  stale: IconClockX,
  asleep: IconMoon,
  missing: IconCircleDashed,
  failed: IconAlertCircle,
} as const;
const TONES = {
  good: 'muted',
  asleep: 'muted',
  missing: 'muted',
  stale: 'warning',
  failed: 'alarm',
} as const;

interface Props {
  variable: ConfiguredVariable;
  context: GridContext;
  now: number;
  /** Value and age in one line, on a phone. */
  inline?: boolean;
}

/** What the device last said of a variable, how old it is, and if it fails, why in words. */
export function ValueCell({ variable, context, now, inline = false }: Props) {
  const { t } = useTranslation('field');
  const { number, language, dateTime } = useFormat();
  const exceptionWords = useExceptionLabels();
  const newest = context.newest.get(variable.name);
  const bad = badRegisterOf(variable, context.bad);
  const { unit, decimals } = lookOf(variable);
  const quality = bad ? 'failed' : (newest?.quality ?? 'missing');
  const said = newest?.value == null ? null : saidValue(variable, newest.value, language);
  const age = newest?.ts ? ageWords(newest.ts, now, language) : null;
  const why = bad
    ? t('value.refused', { why: exceptionWords(bad.exception) })
    : quality === 'good'
      ? null
      : t(`value.${quality}`);
  const past = !holdsNow(newest, bad !== undefined);
  return (
    <Flex
      direction={inline ? 'row' : 'column'}
      wrap={inline ? 'wrap' : 'nowrap'}
      align={inline ? 'baseline' : 'stretch'}
      columnGap={8}
      miw={0}
      px={6}
      data-past={past || undefined}
    >
      <Text inherit fw={past ? 400 : 560} c={past ? 'dimmed' : 'inherit'} truncate title={said ?? undefined}>
        {newest?.value == null ? '–' : (said ?? number(newest.value, decimals))}
        {unit && said === null && newest?.value != null && <span className="muted"> {spellUnit(unit)}</span>}
      </Text>
      <span title={newest?.ts ? dateTime(newest.ts, HERE) : undefined}>
        <Note tone={TONES[quality]} inline small {...(quality !== 'good' && { icon: ICONS[quality] })}>
          {[why, age].filter(Boolean).join(' · ')}
        </Note>
      </span>
    </Flex>
  );
}
