import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../contract/capabilities.ts';

/** Roles as people call them, gravest first, separated by commas. */
export function useRoleLabels(): (roles: readonly Role[]) => string {
  const { t } = useTranslation();
  return (roles) =>
    ROLES.filter((role) => roles.includes(role))
      .map((role) => t(`roles.${role}`))
      .join(', ');
}
