import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../../shared/contract/capabilities.ts';
import { fold } from '../../../../shared/web/list/data-table.model.ts';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { usePermissionLabels } from './permission-words.ts';
import { type Section as Lines, sectionsOf } from './permissions.model.ts';

type Shown = Role | 'all';

/** The rows that speak of what is looked for, with their groups. */
function useFound(q: string): Lines[] {
  const words = usePermissionLabels();
  const sections = useMemo(sectionsOf, []);
  const wanted = fold(q.trim());
  return sections
    .map((section) => ({
      ...section,
      lines: section.lines.filter((line) =>
        fold(`${words.group(section.group)} ${words.title(line)} ${words.opens(line) ?? ''}`).includes(
          wanted,
        ),
      ),
    }))
    .filter((section) => section.lines.length > 0);
}

/** What each role is for, in the order of rank. */
function RoleList({ roles }: { roles: readonly Role[] }) {
  const { t: common } = useTranslation();
  return (
    <Facts min={320}>
      {roles.map((role) => (
        <Fact key={role} label={common(`roles.${role}`)}>
          {common(`role_hints.${role}`)}
        </Fact>
      ))}
    </Facts>
  );
}

/** Who may do what, computed from the rules that every call is judged by. // spec §6 */
export function PermissionsPage() {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  const phone =
    useMediaQuery('(max-width: 768.98px)', undefined, { getInitialValueInEffect: false }) === true;
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<Shown | null>(null);
  const found = useFound(q);
  // Eight columns do not fit a phone: there one role is looked at.
  const shown: Shown = chosen ?? (phone ? ROLES[0] : 'all');
  const roles = shown === 'all' ? ROLES : [shown];
  const choices = [
    ...(phone ? [] : [{ value: 'all', label: t('permissions.all_roles') }]),
    ...ROLES.map((role) => ({ value: role as string, label: common(`roles.${role}`) })),
  ];
  return (
    <Page title={t('permissions.title')} subtitle={t('permissions.subtitle')} short>
      <Toolbar>
        <SearchField w={320} label={common('table.search')} value={q} onSearch={setQ} />
        <NativeSelect
          aria-label={t('permissions.role')}
          data={choices}
          value={shown}
          onChange={(event) => setChosen(event.currentTarget.value as Shown)}
        />
      </Toolbar>
      {found.length > 0 ? (
        <PermissionMatrix sections={found} roles={roles} />
      ) : (
        <EmptyState
          icon={IconSearchOff}
          title={common('table.none_found')}
          action={
            <Button variant="default" onClick={() => setQ('')}>
              {common('table.show_all')}
            </Button>
          }
        />
      )}
      <Muted>
        {t('permissions.legend')} {t('permissions.keys_hint')}
      </Muted>
      <Section title={t('permissions.roles')}>
        <RoleList roles={roles} />
      </Section>
    </Page>
  );
}
