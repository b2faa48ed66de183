import { Anchor, Progress, Stack, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconMoon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { CalcGroup } from '../../calculations.contract.ts';

const QUALITY_ICON = {
  good: IconCircleCheck,
  stale: IconClockX,
  asleep: IconMoon,
  missing: IconCircleDashed,
  failed: IconAlertCircle,
} as const;

const QUALITY_TONE = {
  good: 'success',
  stale: 'warning',
  asleep: 'muted',
  missing: 'muted',
  failed: 'alarm',
} as const;

function Newest({ group }: { group: CalcGroup }) {
  const { t } = useTranslation('calc');
  const now = useNow(10_000);
  const { number, language, dateTime } = useFormat();
  const { value, at, quality } = group.newest;
  return (
    <div>
      <Nowrap>
        <b>{number(value, group.result.decimals)}</b>{' '}
        <span className="muted">{spellUnit(group.result.unit)}</span>
      </Nowrap>
      <div title={at ? dateTime(at, HERE) : undefined}>
        <Note tone={QUALITY_TONE[quality]} icon={QUALITY_ICON[quality]} inline small>
          <Nowrap>
            {t(`quality.${quality}`)} {at && <span className="muted">{ageWords(at, now, language)}</span>}
          </Nowrap>
        </Note>
      </div>
    </div>
  );
}

/** How things stand with a group: what is wrong, else how far its past is calculated. */
function Standing({ group: { state, past, newest } }: { group: CalcGroup }) {
  const { t } = useTranslation('calc');
  if (state !== 'whole') return <StatePill state="warning" label={t(`state.${state}`)} />;
  // A past that is calculated says nothing of a calculation that fails now.
  if (newest.quality === 'failed') return <StatePill state="warning" label={t('state.failing')} />;
  if (past.left === 0) return <StatePill state="success" label={t('state.whole')} />;
  const done = Math.floor((100 * (past.days - past.left)) / Math.max(1, past.days));
  const words = t('past.left', { done: past.days - past.left, days: past.days });
  return (
    <Stack gap={2} miw={120}>
      <Muted as="span">{words}</Muted>
      <Progress value={done} size="sm" aria-label={words} />
    </Stack>
  );
}

const wordsOf = (language: 'it' | 'en') => (one: CalcGroup['inputs'][number]) =>
  `${one.short_name} · ${language === 'it' ? one.label_it : one.label_en}`;

/** Calculation groups: what each makes of which variables, its newest result, and how far its past is calculated. */
export function useCalculationColumns(): readonly DataColumn<CalcGroup>[] {
  const { t } = useTranslation('calc');
  const { language } = useFormat();
  return useMemo(() => {
    const words = wordsOf(language);
    const inputs = (group: CalcGroup) => group.inputs.map(words).join(', ');
    return [
      {
        id: 'name',
        header: t('field.name'),
        names: true,
        width: '20%',
        value: ({ name }) => name,
        cell: ({ id, name }) => (
          <Anchor
            c="inherit"
            fw={600}
            renderRoot={(props) => (
              <Link to="/apps/cloudcontrol/calc-group/$id" params={{ id: String(id) }} {...props} />
            )}
          >
            {name}
          </Anchor>
        ),
      },
      {
        id: 'operation',
        header: t('field.operation'),
        value: ({ operation }) => t(`operation.${operation}.name`),
      },
      {
        id: 'inputs',
        header: t('field.inputs'),
        value: (group) => group.inputs.length + group.gone,
        text: inputs,
        cell: (group) => (
          <Text component="span" fz="inherit" lineClamp={2} title={inputs(group)}>
            <b>{group.inputs.length + group.gone}</b> <span className="muted">{inputs(group)}</span>
          </Text>
        ),
      },
      {
        id: 'result',
        header: t('field.result'),
        width: '18%',
        value: ({ result }) => words(result),
        cell: ({ result }) => (
          <span>
            {words(result)} <span className="muted">{result.plant_name}</span>
          </span>
        ),
      },
      {
        id: 'newest',
        header: t('field.newest'),
        value: ({ newest }) => newest.value,
        cell: (group) => <Newest group={group} />,
      },
      {
        id: 'state',
        header: t('field.state'),
        value: ({ state, past }) => (state === 'whole' ? past.left : -1),
        text: ({ state }) => t(`state.${state}`),
        cell: (group) => <Standing group={group} />,
      },
    ];
  }, [t, language]);
}
