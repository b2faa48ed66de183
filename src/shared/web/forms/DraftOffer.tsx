import { Alert, Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../units/zones.ts';
import { ageWords } from '../format/age.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Buttons } from '../page/Toolbar.tsx';
import { useNow } from '../ui/use-now.ts';
import type { FormDraft } from './use-draft.ts';

/** What was typed into the form last time and never saved: offered with its age. */
export function DraftOffer({ draft }: { draft: FormDraft }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const { offered, outdated, use, discard } = draft;
  if (!offered) return null;
  const age = ageWords(new Date(offered.at).toISOString(), now, language);
  return (
    <Alert variant="light" icon={<IconPencilExclamation size={18} />} title={t('draft.title', { age })}>
      <p>{t(outdated ? 'draft.outdated' : 'draft.text')}</p>
      <Buttons spaced>
        <Button onClick={use}>{t('draft.use')}</Button>
        <Button variant="default" onClick={discard}>
          {t('draft.discard')}
        </Button>
      </Buttons>
    </Alert>
  );
}
