import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type DowntimeSuggestion, suggestionsCalls } from '../../suggestions.contract.ts';

interface Props {
  chosen: readonly DowntimeSuggestion[];
  onMerged: () => void;
}

/** Makes one suggestion of several of a plant. */
export function MergeButton({ chosen, onMerged }: Props) {
  const { t } = useTranslation('downtimes');
  const { formMessage } = useErrorMessage('downtimes');
  const merging = useSend(suggestionsCalls.merge, {
    onDone: () => {
      toast.saved(t('suggestions.merged'));
      onMerged();
    },
  });
  const plants = new Set(chosen.map(({ proj_code }) => proj_code));
  const mergeable = chosen.length > 1 && plants.size === 1;
  return (
    <>
      <Button
        leftSection={<IconGitMerge size={16} aria-hidden="true" />}
        loading={merging.isPending}
        disabled={!mergeable}
        title={mergeable ? undefined : t('suggestions.merge_few')}
        onClick={() =>
          merging.mutate({ body: { suggestions: chosen.map(({ id, version }) => ({ id, version })) } })
        }
      >
        {t('suggestions.merge')}
      </Button>
      {merging.error && <span role="alert">{formMessage(merging.error)}</span>}
    </>
  );
}
