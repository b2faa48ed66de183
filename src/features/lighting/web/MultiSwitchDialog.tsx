import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { CheckboxesField } from '../../../shared/web/forms/fields/CheckboxesField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import type { Box } from '../boxes.contract.ts';
import { controllersCalls } from '../controllers.contract.ts';
import { LINES } from '../night.model.ts';
import { UntilField, untilOf } from './UntilField.tsx';

interface Props {
  boxes: readonly Box[];
  on: boolean;
  onClose: () => void;
}

/** Switches lines of many boxes: one word for all, each with an outcome of its own. */
export function MultiSwitchDialog({ boxes, on, onClose }: Props) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  // The same press sent twice is one command.
  const [key] = useState(() => crypto.randomUUID());
  const verb = t(on ? 'switch.on' : 'switch.off');
  const form = useActionForm({
    values: { lines: [...LINES] as number[], hours: 0, reason: '' },
    words: 'lighting',
    act: async ({ lines, hours, reason }) => {
      // Boxes have different lines: all of them means those that each has in use.
      const named = lines.length < LINES.length ? { lines } : {};
      const updates = boxes.map(({ id }) => ({ box_id: id, on, ...named }));
      const commands = await send(controllersCalls.multiupdate, {
        body: { updates, reason, ...untilOf(hours) },
        company,
        key,
      });
      const waiting = commands.filter(({ state }) => state === 'proposed').length;
      toast.done(waiting > 0 ? t('switch.proposed', { count: waiting }) : t('switch.sent'));
      onClose();
    },
  });
  return (
    <Dialog title={t('switch.many', { verb, count: boxes.length })} small onClose={onClose}>
      <ActionForm form={form} label={verb}>
        <Muted>{boxes.map(({ serial }) => serial).join(', ')}</Muted>
        <CheckboxesField
          name="lines"
          label={t('lines.title')}
          inline
          options={LINES.map((line) => ({ value: line, label: t('lines.one', { line }) }))}
        />
        <Muted>{t('switch.many_hint')}</Muted>
        <UntilField />
        <TextField name="reason" label={t('switch.reason')} maxLength={500} />
        <ActionButtons form={form} submit={verb} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
