import { Button } from '@mantine/core';
import { IconScissors, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { downtimeName } from '../../downtime-name.model.ts';
import type { DowntimeSuggestion } from '../../suggestions.contract.ts';

interface Props {
  one: DowntimeSuggestion;
  onDismiss: () => void;
  onSplit: () => void;
}

/** What is done with one suggestion. */
export function SuggestionActions({ one, onDismiss, onSplit }: Props) {
  const { t } = useTranslation('downtimes');
  const name = downtimeName(one);
  return (
    <>
      <Button
        size="xs"
        aria-label={t('suggestions.accept_of', { name })}
        renderRoot={(root) => (
          <Link
            {...root}
            to="/apps/asset/downtimes"
            search={{ form: 'new', from_suggestion: String(one.id) }}
            preload={false}
          />
        )}
      >
        {t('suggestions.accept')}
      </Button>
      <RowButton label={t('suggestions.split_of', { name })} icon={IconScissors} onClick={onSplit} />
      <RowButton label={t('suggestions.dismiss_of', { name })} icon={IconX} onClick={onDismiss} />
    </>
  );
}
