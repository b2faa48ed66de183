import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import type { Language } from '../../../../shared/web/i18n/locale.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { useSwitchLanguage } from '../../../../shared/web/i18n/use-switch-language.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Labelled, Note } from '../../../../shared/web/page/Text.tsx';
import type { User } from '../../user.model.ts';
import { keepLook } from '../own-account.ts';

/** Language and appearance: changed here at once, and kept with the account for other machines. */
export function LookSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const words = useErrorMessage('identity');
  const language = useLanguage();
  const switchLanguage = useSwitchLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keeping = useMutation({ mutationFn: keepLook });
  const chooseLanguage = async (next: Language) => {
    await switchLanguage(next);
    keeping.mutate({ language: next });
  };
  const chooseScheme = (next: MantineColorScheme) => {
    setColorScheme(next);
    keeping.mutate({ color_scheme: next });
  };
  return (
    <Section look="beside" title={t('user.look.title')} hint={t('user.look.hint')}>
      <Labelled label={common('header.language')}>
        <SegmentedControl
          aria-label={common('header.language')}
          value={language}
          onChange={(next) => chooseLanguage(next as Language)}
          data={[
            { value: 'it', label: common('header.italian') },
            { value: 'en', label: common('header.english') },
          ]}
        />
      </Labelled>
      <Labelled label={t('user.look.appearance')}>
        <SegmentedControl
          aria-label={t('user.look.appearance')}
          value={colorScheme}
          onChange={(next) => chooseScheme(next as MantineColorScheme)}
          data={[
            { value: 'light', label: t('user.look.light') },
            { value: 'dark', label: t('user.look.dark') },
            { value: 'auto', label: t('user.look.auto') },
          ]}
        />
      </Labelled>
      <div aria-live="polite">
        {keeping.error && (
          <Note tone="alarm">{t('user.look.not_kept', { why: words.formMessage(keeping.error) })}</Note>
        )}
        {!keeping.error && language !== user.language && (
          <Note tone="muted">{t('user.look.account_language')}</Note>
        )}
      </div>
    </Section>
  );
}
