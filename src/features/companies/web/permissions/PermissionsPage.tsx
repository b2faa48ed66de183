import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../../shared/contract/capabilities.ts';
import { fold } from '../../../../shared/web/list/data-table.model.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { usePermissionLabels } from './permission-words.ts';
import { type Section, sectionsOf } from './permissions.model.ts';
import classes from './permissions.module.css';

type Shown = Role | 'all';

/** The rows that speak of what is looked for, with their groups. */
function useFound(q: string): Section[] {
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
    <dl className={classes.roles}>
      {roles.map((role) => (
        <div key={role}>
          <dt>{common(`roles.${role}`)}</dt>
          <dd>{common(`role_hints.${role}`)}</dd>
        </div>
      ))}
    </dl>
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
  usePageTitle(t('permissions.title'));
  // Eight columns do not fit a phone: there one role is looked at.
  const shown: Shown = chosen ?? (phone ? ROLES[0] : 'all');
  const roles = shown === 'all' ? ROLES : [shown];
  const choices = [
    ...(phone ? [] : [{ value: 'all', label: t('permissions.all_roles') }]),
    ...ROLES.map((role) => ({ value: role as string, label: common(`roles.${role}`) })),
  ];
  return (
    <div className={classes.page}>
      <header>
        <h1>{t('permissions.title')}</h1>
        <p className="muted">{t('permissions.subtitle')}</p>
      </header>
      <div className={classes.bar}>
        <TextInput
          className={classes.search ?? ''}
          aria-label={common('table.search')}
          placeholder={common('table.search')}
          value={q}
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('permissions.role')}
          data={choices}
          value={shown}
          onChange={(event) => setChosen(event.currentTarget.value as Shown)}
        />
      </div>
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
      <p className={classes.legend}>
        {t('permissions.legend')} {t('permissions.keys_hint')}
      </p>
      <h2 className={classes.subtitle}>{t('permissions.roles')}</h2>
      <RoleList roles={roles} />
    </div>
  );
}
