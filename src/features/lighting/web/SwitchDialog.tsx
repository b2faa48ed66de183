import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import type { Box } from '../boxes.contract.ts';
import { controllersCalls } from '../controllers.contract.ts';
import { UntilField, useUntilOf } from './UntilField.tsx';

interface Props {
  box: Pick<Box, 'serial' | 'reg_number'>;
  /** Null: all that are in use. */
  line: number | null;
  on: boolean;
  onClose: () => void;
}

/** Asks why, and records the command; what became of it stands in the list of commands. // spec §8: 'Command send' */
export function SwitchDialog({ box, line, on, onClose }: Props) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  // The same press sent twice is one command.
  const [key] = useState(() => crypto.randomUUID());
  const untilOf = useUntilOf();
  const verb = t(on ? 'switch.on' : 'switch.off');
  const form = useActionForm({
    values: { hours: 0, reason: '' },
    words: 'lighting',
    act: async ({ hours, reason }) => {
      const { serial, reg_number } = box;
      const lines = line === null ? {} : { lines: [line] };
      const body = { serial, reg_number, on, reason, ...lines, ...untilOf(hours) };
      const { state } = await send(controllersCalls.switchBox, { body, company, key });
      toast.done(state === 'proposed' ? t('switch.proposed', { count: 1 }) : t('switch.sent'));
      onClose();
    },
  });
  return (
    <Dialog
      title={line === null ? t('switch.all', { verb }) : t('switch.line', { verb, line })}
      small
      onClose={onClose}
    >
      <ActionForm form={form} label={verb}>
        <UntilField />
        <TextField name="reason" label={t('switch.reason')} maxLength={500} />
        <ActionButtons form={form} submit={verb} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
