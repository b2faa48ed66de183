import { useTranslation } from 'react-i18next';
import type { Line, Section } from './permissions.model.ts';

/** What a row is called, and what it opens. */
export function usePermissionLabels() {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  return {
    group: (group: Section['group']) => t(`permissions.group.${group}`),
    title: ({ about }: Line): string => {
      if (about.kind === 'capability') return t(`permissions.capability.${about.key}.title`);
      if (about.kind === 'grant') return common(`roles.${about.role}`);
      return t(`permissions.${about.kind}.title`);
    },
    opens: ({ about }: Line): string | null => {
      if (about.kind === 'capability') return t(`permissions.capability.${about.key}.opens`);
      return about.kind === 'grant' ? null : t(`permissions.${about.kind}.opens`);
    },
  };
}
