import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { controllersCalls } from '../controllers.contract.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';

/** The second person's yes or no. */
export function Decision({ id, serial }: Pick<LightingCommand, 'id' | 'serial'>) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const decision = useSend(controllersCalls.decide, {});
  const decide = (accept: boolean) => decision.mutate({ params: { id: String(id) }, body: { accept } });
  return (
    <Group gap={8}>
      {decision.error && <FormError>{formMessage(decision.error)}</FormError>}
      <Button
        size="compact-sm"
        aria-label={t('command.accept_of', { serial })}
        loading={decision.isPending}
        onClick={() => decide(true)}
      >
        {t('command.accept')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('command.decline_of', { serial })}
        disabled={decision.isPending}
        onClick={() => decide(false)}
      >
        {t('command.decline')}
      </Button>
    </Group>
  );
}
