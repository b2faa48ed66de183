import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../shared/web/company/context.tsx';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { controllersCalls } from '../controllers.contract.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';

/** The second person's yes or no; whoever asked for it can only take it back. */
export function Decision({ command: { id, serial, who } }: { command: LightingCommand }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const isOwn = useBelonging().user_id === who?.id;
  const decision = useSend(controllersCalls.decide, {});
  const decide = (accept: boolean) => decision.mutate({ params: { id: String(id) }, body: { accept } });
  return (
    <Group gap={8}>
      {decision.error && <FormError>{formMessage(decision.error)}</FormError>}
      {!isOwn && (
        <Button
          size="compact-sm"
          aria-label={t('command.accept_of', { serial })}
          loading={decision.isPending}
          onClick={() => decide(true)}
        >
          {t('command.accept')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(isOwn ? 'caution.withdraw_of' : 'command.decline_of', { serial })}
        disabled={decision.isPending}
        onClick={() => decide(false)}
      >
        {t(isOwn ? 'caution.withdraw' : 'command.decline')}
      </Button>
    </Group>
  );
}
