import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { CheckboxesField } from '../../../shared/web/forms/fields/CheckboxesField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import type { Box } from '../boxes.contract.ts';
import { controllersCalls } from '../controllers.contract.ts';
import { LINES } from '../night.model.ts';
import { namesOf, useSerials } from './serials.ts';
import { UntilField, useUntilOf } from './UntilField.tsx';

interface Props {
  boxes: readonly Box[];
  on: boolean;
  onClose: () => void;
}

/** Which boxes are meant, and how many of those chosen take no command as they are. */
function Meant({ meant, left }: { meant: readonly Box[]; left: number }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const serials = meant.map(({ serial }) => serial);
  return (
    <>
      <Muted>{useSerials()(serials, serials.length)}</Muted>
      {left > 0 && (
        <Note tone="warning">{t('switch.left_out', { count: left, shown: number(left, 0) })}</Note>
      )}
    </>
  );
}

/** Switches lines of many boxes: one word for all, each with an outcome of its own. */
export function MultiSwitchDialog({ boxes, on, onClose }: Props) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const company = useCompany().id_client;
  // The same press sent twice is one command.
  const [key] = useState(() => crypto.randomUUID());
  const meant = boxes.filter(({ comune_id, enabled }) => comune_id !== null && enabled);
  const untilOf = useUntilOf();
  const verb = t(on ? 'switch.on' : 'switch.off');
  const form = useActionForm({
    values: { lines: [...LINES] as number[], hours: 0, reason: '' },
    words: 'lighting',
    act: async ({ lines, hours, reason }) => {
      // Boxes have different lines: all of them means those that each has in use.
      const named = lines.length < LINES.length ? { lines } : {};
      const updates = meant.map(({ id }) => ({ box_id: id, on, ...named }));
      const commands = await send(controllersCalls.multiupdate, {
        body: { updates, reason, ...untilOf(hours) },
        company,
        key,
      });
      const failed = commands.filter(({ state }) => state === 'failed');
      const waiting = commands.filter(({ state }) => state === 'proposed').length;
      if (failed.length > 0) {
        const shown = number(failed.length, 0);
        toast.notDone(t('switch.not_sent', { count: failed.length, shown, names: namesOf(failed) }));
      }
      if (failed.length < commands.length)
        toast.done(waiting > 0 ? t('switch.proposed', { count: waiting }) : t('switch.sent'));
      onClose();
    },
  });
  return (
    <Dialog title={t('switch.many', { verb, count: meant.length })} small onClose={onClose}>
      <ActionForm form={form} label={verb}>
        <Meant meant={meant} left={boxes.length - meant.length} />
        <CheckboxesField
          name="lines"
          label={t('lines.title')}
          inline
          options={LINES.map((line) => ({ value: line, label: t('lines.one', { line }) }))}
        />
        <Muted>{t('switch.many_hint')}</Muted>
        <UntilField />
        <TextField name="reason" label={t('switch.reason')} maxLength={500} />
        <ActionButtons form={form} submit={verb} onCancel={onClose} blocked={meant.length === 0} />
      </ActionForm>
    </Dialog>
  );
}
