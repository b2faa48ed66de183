import { Checkbox, Fieldset, SimpleGrid } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { useRoleLabels } from '../../../../shared/web/i18n/use-role-words.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { mayGrant } from '../../ranks.model.ts';

/** Roles with a sentence each; those that one may not grant stand there all the same and say why. */
export function RolesField({ lastOwner }: { lastOwner: boolean }) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const errorId = useId();
  const own = useCompany().roles as readonly Role[];
  const roleLabels = useRoleLabels();
  const { value, change, input } = useFormField<readonly Role[]>({
    name: 'roles',
    label: t('users.roles'),
    show: roleLabels,
  });
  const { ref, onBlur, label, error } = input;
  const obstacle = (role: Role): string | null => {
    if (role === 'COMPANY_OWNER' && lastOwner) return t('users.last_owner');
    if (mayGrant(own, role)) return null;
    return t(role === 'APP_0' ? 'users.app_above' : 'users.role_above');
  };
  const set = (role: Role, chosen: boolean) =>
    change(ROLES.filter((one) => (one === role ? chosen : value.includes(one))));
  const first = ROLES.find((role) => obstacle(role) === null);
  return (
    <Fieldset
      variant="unstyled"
      legend={label}
      onBlur={onBlur}
      aria-describedby={error ? errorId : undefined}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={20} verticalSpacing={12} mt={8}>
        {ROLES.map((role) => {
          const why = obstacle(role);
          return (
            <Checkbox
              key={role}
              {...(role === first && { ref })}
              label={tc(`roles.${role}`)}
              description={why === null ? tc(`role_hints.${role}`) : `${tc(`role_hints.${role}`)} ${why}`}
              checked={value.includes(role)}
              disabled={why !== null}
              onChange={(event) => set(role, event.currentTarget.checked)}
            />
          );
        })}
      </SimpleGrid>
      {error && (
        <div id={errorId}>
          <Note tone="alarm" role="alert" small>
            {error}
          </Note>
        </div>
      )}
    </Fieldset>
  );
}
