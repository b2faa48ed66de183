import { IconFileTypePdf, IconUsersGroup } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { statementFilesCalls } from '../../statement-files.contract.ts';
import type { Statement, StatementContent, StatementMember } from '../../statements.contract.ts';

type Kwh = 'withdrawn_kwh' | 'shared_kwh' | 'given_kwh';
type Cents = 'due_cents' | 'change_cents';

function useColumns(corrects: boolean): readonly DataColumn<StatementMember>[] {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  return useMemo(() => {
    const figure = (id: Kwh | Cents, unit: string, of: (row: StatementMember) => number) => ({
      id,
      header: `${t(`field.${id}`)} (${unit})`,
      numeric: true,
      value: of,
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

/** A member's own page of the statement, printed. */
function usePrint({ id, year, number }: Statement) {
  const { t } = useTranslation('statements');
  const { language } = useFormat();
  const { id_client: company } = useCompany();
  const sentence = useRefusalSentence();
  return async (member: StatementMember) => {
    const params = { id: String(id), member_id: String(member.id) };
    try {
      const pdf = await send(statementFilesCalls.document, { params, query: { language }, company });
      download(pdf, `${t('file.name')}-${year}-${number}-${member.id}.pdf`);
    } catch (fault) {
      toast.failed(sentence(fault));
    }
  };
}

/** What each member shared and is due. */
export function StatementMembers({
  statement,
  content,
}: {
  statement: Statement;
  content: StatementContent;
}) {
  const { t } = useTranslation('statements');
  const print = usePrint(statement);
  return (
    <Section title={t('members')} look="plain">
      <DataTable
        label={t('members')}
        columns={useColumns(statement.revision > 0)}
        rows={content.members}
        rowKey={({ id }) => id}
        actions={(member) => (
          <RowButton
            label={t('file.print', { name: member.name })}
            icon={IconFileTypePdf}
            onClick={() => void print(member)}
          />
        )}
        empty={{ icon: IconUsersGroup, title: t('no_members'), hint: t('no_members_hint') }}
      />
    </Section>
  );
}
