import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconMathFunction,
  IconMoon,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { CalcGroup } from '../../calculations.contract.ts';
import { groupsQuery } from './calc.api.ts';
import classes from './calc.module.css';

const QUALITY_ICON = {
  good: IconCircleCheck,
  stale: IconClockX,
  asleep: IconMoon,
  missing: IconCircleDashed,
  failed: IconAlertCircle,
} as const;

function Newest({ group, now }: { group: CalcGroup; now: number }) {
  const { t } = useTranslation('calc');
  const { number, language, dateTime } = useFormat();
  const { value, at, quality } = group.newest;
  const Icon = QUALITY_ICON[quality];
  return (
    <span className={classes.newest}>
      <span className={classes.value}>
        {number(value, group.result.decimals)} <span className="muted">{spellUnit(group.result.unit)}</span>
      </span>
      <span className={classes.quality} data-quality={quality} title={at ? dateTime(at, HERE) : undefined}>
        <Icon size={14} stroke={2} aria-hidden="true" />
        {t(`quality.${quality}`)}
        {at && <span className="muted">{ageWords(at, now, language)}</span>}
      </span>
    </span>
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
    <span className={classes.past}>
      <span>{words}</span>
      <Progress value={done} size="sm" aria-label={words} />
    </span>
  );
}

const wordsOf = (language: 'it' | 'en') => (one: CalcGroup['inputs'][number]) =>
  `${one.short_name} · ${language === 'it' ? one.label_it : one.label_en}`;

function useColumns(now: number): DataColumn<CalcGroup>[] {
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
          <Link to="/apps/cloudcontrol/calc-group/$id" params={{ id: String(id) }} className={classes.name}>
            {name}
          </Link>
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
          <span className={classes.cut} title={inputs(group)}>
            <b>{group.inputs.length + group.gone}</b> <span className="muted">{inputs(group)}</span>
          </span>
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
        cell: (group) => <Newest group={group} now={now} />,
      },
      {
        id: 'state',
        header: t('field.state'),
        value: ({ state, past }) => (state === 'whole' ? past.left : -1),
        text: ({ state }) => t(`state.${state}`),
        cell: (group) => <Standing group={group} />,
      },
    ];
  }, [t, language, now]);
}

interface Props {
  now: number;
  create: ReactNode;
  onRemove: (group: CalcGroup) => void;
}

/** The company's calculation groups. */
export function GroupTable({ now, create, onRemove }: Props) {
  const { t } = useTranslation('calc');
  const { data, error, refetch, dataUpdatedAt } = useQuery(groupsQuery(useCompany().id_client));
  const columns = useColumns(now);
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      updatedAt={dataUpdatedAt}
      empty={{ icon: IconMathFunction, title: t('empty.title'), hint: t('empty.hint'), action: create }}
      actions={(group) => (
        <span className={classes.actions}>
          <Tooltip label={t('edit')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t('edit')}: ${group.name}`}
              renderRoot={(props) => (
                <Link to="/apps/cloudcontrol/calc-group/$id" params={{ id: String(group.id) }} {...props} />
              )}
            >
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('remove.verb')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t('remove.verb')}: ${group.name}`}
              onClick={() => onRemove(group)}
            >
              <IconTrash size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </span>
      )}
    />
  );
}
