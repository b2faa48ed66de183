import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { boxesCalls } from '../boxes.contract.ts';
import { type Municipality, municipalitiesCalls } from '../municipalities.contract.ts';

interface Props {
  boxes: readonly number[];
  onClose: () => void;
}

function AssignForm({ boxes, comuni, onClose }: Props & { comuni: readonly Municipality[] }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const form = useActionForm({
    values: { municipality: comuni[0] ? String(comuni[0].id) : '' },
    words: 'lighting',
    act: async ({ municipality }) => {
      await send(boxesCalls.assign, { query: { municipality }, body: { boxes: [...boxes] }, company });
      toast.saved();
      onClose();
    },
  });
  return (
    <ActionForm form={form} label={t('settings.assign')}>
      <SelectField
        name="municipality"
        label={t('comune')}
        options={comuni.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <ActionButtons
        form={form}
        submit={t('settings.assign')}
        onCancel={onClose}
        blocked={comuni.length === 0}
      />
    </ActionForm>
  );
}

/** Assigns boxes to a municipality. */
export function AssignDialog(props: Props) {
  const { t } = useTranslation('lighting');
  const query = useCall(municipalitiesCalls.list);
  return (
    <Dialog title={t('settings.assign_title', { count: props.boxes.length })} onClose={props.onClose}>
      <Known query={query} height={120}>
        {(comuni) => <AssignForm {...props} comuni={comuni} />}
      </Known>
    </Dialog>
  );
}
