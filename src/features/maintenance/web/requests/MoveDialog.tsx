import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { type MaintenanceRequest, requestWorkCalls } from '../../maintenance-requests.contract.ts';
import type { RequestState } from '../../request-states.model.ts';
import { nameOfRequest } from './use-request-words.ts';

interface Props {
  request: MaintenanceRequest;
  to: RequestState;
  /** What is done with it, in a word. */
  action: string;
  onDone: () => void;
  onClose: () => void;
}

/** Asks why a request is declined or reopened, and does it. */
export function MoveDialog({ request, to, action, onDone, onClose }: Props) {
  const { t } = useTranslation('requests');
  const { id_client: company } = useCompany();
  const form = useActionForm({
    values: { note: '' },
    words: 'requests',
    focus: 'note',
    act: async ({ note }) => {
      const params = { id: String(request.id) };
      await send(requestWorkCalls.setState, {
        params,
        body: { to, note, version: request.version },
        company,
      });
      onDone();
      onClose();
    },
  });
  const title = t('move.title', { action, name: nameOfRequest(request) });
  return (
    <Dialog title={title} small keeps onClose={onClose}>
      <ActionForm form={form} label={title}>
        <TextAreaField name="note" label={t('move.note')} maxLength={500} />
        <ActionButtons form={form} submit={action} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
