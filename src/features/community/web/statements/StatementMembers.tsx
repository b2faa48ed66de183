import { IconUsersGroup } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { StatementContent, StatementMember } from '../../statements.contract.ts';

type Kwh = 'withdrawn_kwh' | 'shared_kwh' | 'given_kwh';
type Cents = 'due_cents' | 'change_cents';

function useColumns(corrects: boolean): readonly DataColumn<StatementMember>[] {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  return useMemo(() => {
    const figure = (id: Kwh | Cents, unit: string, of: (row: StatementMember) => number) => ({
      ...{ id, header: `${t(`field.${id}`)} (${unit})`, numeric: true, value: of },
      cell: (row: StatementMember) => number(of(row), unit === '€' ? 2 : 1),
    });
    return [
      { id: 'name', header: t('field.member'), names: true, value: ({ name }) => name },
      figure('withdrawn_kwh', 'kWh', (row) => row.withdrawn_kwh),
      figure('shared_kwh', 'kWh', (row) => row.shared_kwh),
      figure('given_kwh', 'kWh', (row) => row.given_kwh),
      figure('due_cents', '€', (row) => row.due_cents / 100),
      ...(corrects ? [figure('change_cents', '€', (row) => row.change_cents / 100)] : []),
    ];
  }, [t, number, corrects]);
}

/** What each member shared and is due. */
export function StatementMembers({ content, corrects }: { content: StatementContent; corrects: boolean }) {
  const { t } = useTranslation('statements');
  return (
    <Section title={t('members')} look="plain">
      <DataTable
        label={t('members')}
        columns={useColumns(corrects)}
        rows={content.members}
        rowKey={({ id }) => id}
        empty={{ icon: IconUsersGroup, title: t('no_members'), hint: t('no_members_hint') }}
      />
    </Section>
  );
}
