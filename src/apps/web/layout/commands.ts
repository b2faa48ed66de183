import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { useUser } from '../../../features/identity/web/use-user.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { ACTIONS } from '../features.ts';
import { applicationsFor, visibleGroups } from '../navigation.ts';
import type { Command } from './command.model.ts';
import { useTheme } from './use-theme.ts';

/** What this person may open and do in the active company, without asking the server. */
export function useCommands(
  onActivate: (company: Membership) => void,
): { group: string; commands: Command[] }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { roles, id_client } = useCompany();
  const companies = useUser()?.companies;
  const theme = useTheme();
  const pages = useMemo(
    () =>
      applicationsFor(roles)
        .flatMap(({ groups }) => visibleGroups(groups, roles))
        .flatMap((group) =>
          group.entries
            .filter((entry) => 'to' in entry)
            .flatMap((entry) => [
              { to: entry.to, label: entry.label, beside: group.label },
              ...(entry.parts ?? []).map((part) => ({ ...part, beside: entry.label })),
            ])
            .filter(({ to }, at, all) => all.findLastIndex((one) => one.to === to) === at)
            .map(({ to, label, beside }) => ({
              id: to,
              label: label[language],
              beside: beside[language],
              run: () => void navigate({ to }),
            })),
        ),
    [roles, language, navigate],
  );
  const actions: Command[] = [
    ...ACTIONS.filter(({ capability }) => allows(capability, roles)).map(({ label, to }) => ({
      id: `action-${label.en}`,
      label: label[language],
      run: () => void navigate({ to }),
    })),
    { id: '/user', label: t('profile.mine'), run: () => void navigate({ to: '/user' }) },
    { id: 'theme', label: theme.label, run: theme.change },
    {
      id: '/companies/create',
      label: t('profile.create_company'),
      run: () => void navigate({ to: '/companies/create' }),
    },
  ];
  const others = (companies ?? [])
    .filter((one) => one.id_client !== id_client)
    .map((one) => ({ id: `company-${one.id_client}`, label: one.name, run: () => onActivate(one) }));
  return [
    { group: t('palette.pages'), commands: pages },
    { group: t('palette.actions'), commands: actions },
    { group: t('palette.companies'), commands: others },
  ];
}
