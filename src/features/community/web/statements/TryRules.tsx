import { Stack } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type Community, communityCalls } from '../../community.contract.ts';
import { type StatementTrial, statementsCalls } from '../../statements.contract.ts';
import { type Effect, effectsOf } from './effects.model.ts';
import { usePastMonths } from './past-months.ts';

/** So many members have their priority level changed by hand. */
const LEVELS_SHOWN = 60;

/** What other rules would come to, beside those that hold, member by member. */
function Effects({ trial }: { trial: StatementTrial }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const columns = useMemo((): readonly DataColumn<Effect>[] => {
    const figure = (id: 'now_cents' | 'tried_cents' | 'more_cents'): DataColumn<Effect> => ({
      id,
      header: `${t(`try.${id}`)} (€)`,
      numeric: true,
      value: (row) => row[id] / 100,
      cell: (row) => number(row[id] / 100, 2),
    });
    return [
      {
        id: 'name',
        header: t('field.member'),
        names: true,
        value: ({ part, name }) => {
          if (part === null) return name;
          return part === 'producer' ? t('divided.owner_of', { name }) : t(`part.${part}`);
        },
      },
      figure('now_cents'),
      figure('tried_cents'),
      figure('more_cents'),
    ];
  }, [t, number]);
  return (
    <DataTable
      label={t('try.effect')}
      columns={columns}
      rows={effectsOf(trial)}
      rowKey={({ key }) => key}
      empty={{ icon: IconUsersGroup, title: t('no_members'), hint: t('no_members_hint') }}
    />
  );
}

/** In which order members are given shared energy. */
function Levels({ members }: Pick<Community, 'members'>) {
  const { t } = useTranslation('statements');
  if (members.length > LEVELS_SHOWN) return <Muted>{t('try.many_members')}</Muted>;
  if (members.length === 0) return null;
  return (
    <PlainTable label={t('try.levels')} head={[t('field.member'), t('try.level')]}>
      {members.map(({ id, name }, index) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            <NumberField
              name={`levels.${index}.level`}
              label={t('try.level_of', { name })}
              hideLabel
              w={96}
            />
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Trying({ community, onClose }: { community: Community; onClose: () => void }) {
  const { t } = useTranslation('statements');
  const months = usePastMonths();
  const [trial, setTrial] = useState<StatementTrial | null>(null);
  const { management_percent, producers_percent, consumers_percent, equidistribution, surplus_to } =
    community;
  const form = useRecordForm({
    call: statementsCalls.trial,
    record: {
      month: months[0]?.value ?? '',
      management_percent,
      producers_percent,
      consumers_percent,
      equidistribution,
      surplus_to,
      levels: community.members.map(({ id, level }) => ({ member_id: id, level })),
    },
    words: 'statements',
    // What is tried stands beside today's rules, also of a month that was closed by others.
    toBody: ({ month, ...rules }) => ({ community: community.id, month, agreement: 'today' as const, rules }),
    fieldOf: (path) => path.replace(/^rules\./, ''),
    quiet: true,
    onSaved: setTrial,
  });
  return (
    <FormDialog
      form={form}
      title={t('try.title')}
      submit={t('try.submit')}
      text={t('try.nothing_kept')}
      size={860}
      onClose={onClose}
    >
      <SelectField name="month" label={t('field.month')} options={months} />
      <FieldGrid>
        <NumberField name="management_percent" label={t('part.management')} unit="%" />
        <NumberField name="producers_percent" label={t('rules.producers')} unit="%" />
        <NumberField name="consumers_percent" label={t('rules.consumers')} unit="%" />
        <SelectField
          name="surplus_to"
          label={t('rules.surplus_to')}
          options={(['consumers', 'social_fund'] as const).map((value) => ({
            value,
            label: t(`rules.to_${value}`),
          }))}
        />
      </FieldGrid>
      <SwitchField name="equidistribution" label={t('try.equal')} />
      <Levels members={community.members} />
      {trial && <Effects trial={trial} />}
    </FormDialog>
  );
}

/** Other rules tried on a real month: the effect on each member is shown, and nothing of it is kept. */
export function TryRules({ community, onClose }: { community: string; onClose: () => void }) {
  const { t } = useTranslation('statements');
  const query = useCall(communityCalls.get, { params: { id: community } });
  if (query.data) return <Trying community={query.data} onClose={onClose} />;
  return (
    <Dialog title={t('try.title')} size={860} onClose={onClose}>
      <Stack>
        <Known query={query} height={320}>
          {() => null}
        </Known>
      </Stack>
    </Dialog>
  );
}
