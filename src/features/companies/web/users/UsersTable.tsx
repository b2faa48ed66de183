import { Group } from '@mantine/core';
import { IconPencil, IconUserMinus, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../../shared/contract/capabilities.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging, useCompany } from '../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { Nowrap } from '../../../../shared/web/page/Text.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyUser } from '../../company-users.contract.ts';
import { mayTouch } from '../../ranks.model.ts';
import { FactorCell, usePersonColumns } from './PersonCells.tsx';
import { isLastOwner, nameOf } from './people.ts';
import type { UsersList } from './users-search.ts';

function useColumns(now: number): readonly DataColumn<CompanyUser>[] {
  const { t } = useTranslation('companies');
  const { language, dateTime } = useFormat();
  const { user_id } = useBelonging();
  const isYou = useCallback((user: CompanyUser) => user.id === user_id, [user_id]);
  const people = usePersonColumns(isYou);
  return useMemo(
    () => [
      ...people,
      {
        id: 'factor',
        header: t('users.second_factor'),
        value: ({ second_factor }) => second_factor,
        text: () => '',
        cell: ({ second_factor }) => <FactorCell on={second_factor} />,
      },
      {
        id: 'last_used',
        header: t('users.last_used'),
        descFirst: true,
        value: ({ last_used_at }) => last_used_at && Date.parse(last_used_at),
        text: () => '',
        cell: ({ last_used_at }) => (
          <span title={dateTime(last_used_at)}>
            <Nowrap>{ageWords(last_used_at, now, language) ?? t('users.never')}</Nowrap>
          </span>
        ),
      },
    ],
    [t, language, dateTime, people, now],
  );
}

interface Props {
  state: AddressOf<typeof UsersList>;
  onEdit: (user: CompanyUser) => void;
  onDismiss: (user: CompanyUser) => void;
}

function RoleFilter({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  return (
    <ChoiceFilter
      state={state}
      name="role"
      label={t('users.filter_role')}
      any={t('users.every_role')}
      options={ROLES.map((role) => ({ value: role, label: tc(`roles.${role}`) }))}
    />
  );
}

/** Who belongs to the company: what they may, what they see, when they were last here. */
export function UsersTable({ state, onEdit, onDismiss }: Props) {
  const { t } = useTranslation('companies');
  const own = useCompany().roles as readonly Role[];
  const users = useCall(companiesCalls.listUsers);
  const columns = useColumns(users.dataUpdatedAt);
  const { role } = state.search;
  const rows = useMemo(
    () => users.data?.filter((user) => role === '' || user.roles.includes(role)),
    [users.data, role],
  );
  const actions = (user: CompanyUser) => {
    const name = nameOf(user);
    const above = mayTouch(own, user.roles) ? null : t('users.above');
    const last = isLastOwner(user, users.data ?? []) ? t('users.last_owner') : null;
    return (
      <Group gap={4} wrap="nowrap">
        <RowButton
          label={t('users.edit', { name })}
          icon={IconPencil}
          obstacle={above}
          onClick={() => onEdit(user)}
        />
        <RowButton
          label={t('dismiss.open', { name })}
          icon={IconUserMinus}
          obstacle={above ?? last}
          onClick={() => onDismiss(user)}
        />
      </Group>
    );
  };
  return (
    <ListPage
      state={state}
      label={t('users.title')}
      columns={columns}
      query={users}
      rows={rows}
      rowKey={({ id }) => id}
      empty={{ title: t('users.none'), icon: IconUsers }}
      search={t('users.search')}
      filters={<RoleFilter state={state} />}
      actions={actions}
    />
  );
}
