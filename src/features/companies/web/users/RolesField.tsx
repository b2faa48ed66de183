import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { mayGrant } from '../../ranks.model.ts';
import styles from './users.module.css';

interface Props {
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  onBlur: () => void;
  error: string | undefined;
  /** The only owner: that role cannot be taken away. */
  lastOwner?: boolean;
}

/** Roles with a sentence each; those that one may not grant stand there all the same and say why. */
export function RolesField({ value, onChange, onBlur, error, lastOwner = false }: Props) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const errorId = useId();
  const own = useCompany().roles as readonly Role[];
  const obstacle = (role: Role): string | null => {
    if (role === 'COMPANY_OWNER' && lastOwner) return t('users.last_owner');
    if (mayGrant(own, role)) return null;
    return t(role === 'APP_0' ? 'users.app_above' : 'users.role_above');
  };
  const set = (role: Role, chosen: boolean) =>
    onChange(ROLES.filter((one) => (one === role ? chosen : value.includes(one))));
  return (
    <fieldset className={styles.roles} onBlur={onBlur} aria-describedby={error ? errorId : undefined}>
      <legend>{t('users.roles')}</legend>
      {ROLES.map((role) => {
        const why = obstacle(role);
        return (
          <Checkbox
            key={role}
            label={tc(`roles.${role}`)}
            description={why === null ? tc(`role_hints.${role}`) : `${tc(`role_hints.${role}`)} ${why}`}
            checked={value.includes(role)}
            disabled={why !== null}
            onChange={(event) => set(role, event.currentTarget.checked)}
          />
        );
      })}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
