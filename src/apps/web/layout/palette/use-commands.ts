import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../../features/identity/user.model.ts';
import { keepLook } from '../../../../features/identity/web/own-account.ts';
import { useUser } from '../../../../features/identity/web/use-user.ts';
import { allows } from '../../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { ActionDialog } from '../../../../shared/web/feature/finder.ts';
import type { Label } from '../../../../shared/web/feature/navigation.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { useSwitchLanguage } from '../../../../shared/web/i18n/use-switch-language.ts';
import { ACTIONS } from '../../features.ts';
import { pagesFor } from '../../navigation.ts';
import { useTheme } from '../use-theme.ts';
import type { Command, CommandGroup } from './command.model.ts';

interface Doing {
  onActivate: (company: Membership) => void;
  onDialog: (dialog: ActionDialog) => void;
  /** Whether something is looked for: mostly a page. */
  typing: boolean;
}

/** A label in the reader's language, found by the other as well. */
function useNamed() {
  const language = useLanguage();
  return useMemo(
    () => (label: Label) => ({ label: label[language], also: label[language === 'en' ? 'it' : 'en'] }),
    [language],
  );
}

/** The screens of the menus, but those that an action leads to. */
function usePages(): Command[] {
  const navigate = useNavigate();
  const named = useNamed();
  const language = useLanguage();
  const { roles } = useCompany();
  return useMemo(() => {
    const acted = new Set(ACTIONS.flatMap((action) => ('to' in action ? [action.to] : [])));
    return pagesFor(roles)
      .filter(({ to }) => !acted.has(to))
      .map(({ to, label, beside }) => ({
        id: to,
        ...named(label),
        beside: beside[language],
        run: () => void navigate({ to }),
      }));
  }, [roles, language, named, navigate]);
}

/** What areas offer to do. */
function useActions(onDialog: Doing['onDialog']): Command[] {
  const navigate = useNavigate();
  const named = useNamed();
  const { roles } = useCompany();
  return ACTIONS.filter(({ capability }) => allows(capability, roles)).map((action) => ({
    id: `action-${action.label.en}`,
    ...named(action.label),
    run: () => ('to' in action ? void navigate({ to: action.to }) : onDialog(action.component)),
  }));
}

/** What a person changes of their own portal. */
function useOwnActions(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const theme = useTheme();
  const other = useLanguage() === 'en' ? 'it' : 'en';
  const switchLanguage = useSwitchLanguage();
  const keeping = useMutation({ mutationFn: keepLook });
  return [
    { id: 'theme', label: theme.label, run: theme.change },
    {
      id: 'language',
      label: t('palette.language'),
      run: () => void switchLanguage(other).then(() => keeping.mutate({ language: other })),
    },
    { id: '/user', label: t('profile.mine'), run: () => void navigate({ to: '/user' }) },
    {
      id: '/companies/create',
      label: t('profile.create_company'),
      run: () => void navigate({ to: '/companies/create' }),
    },
  ];
}

/** What this person may open and do in the active company, without asking the server. */
export function useCommands({ onActivate, onDialog, typing }: Doing): CommandGroup[] {
  const { t } = useTranslation();
  const { id_client } = useCompany();
  const pages = usePages();
  const actions = [...useActions(onDialog), ...useOwnActions()];
  const companies = (useUser()?.companies ?? [])
    .filter((one) => one.id_client !== id_client)
    .map((one) => ({ id: `company-${one.id_client}`, label: one.name, run: () => onActivate(one) }));
  const doing = { group: t('palette.actions'), commands: actions };
  const places = { group: t('palette.pages'), commands: pages };
  const others = { group: t('palette.companies'), commands: companies };
  return typing ? [places, doing, others] : [doing, places, others];
}
