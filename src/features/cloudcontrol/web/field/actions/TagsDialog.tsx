import { Button, MultiSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import forms from '../forms/forms.module.css';
import { useParameters } from '../use-devices.ts';
import { tagDevice } from '../writes.ts';

interface Props {
  device: { id: number; version: number; short_name: string };
  chosen: readonly number[];
  onClose: () => void;
}

/** Gives a device its tags. */
export function TagsDialog({ device, chosen, onClose }: Props) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const tags = useParameters().data?.tags ?? [];
  const [ids, setIds] = useState(() => chosen.map(String));
  const tagging = useMutation({
    mutationFn: () => tagDevice(company, device, ids.map(Number)),
    onSuccess: () => {
      toast.saved();
      onClose();
    },
  });
  return (
    <Dialog title={t('tags.title', { name: device.short_name })} size={460} onClose={onClose}>
      <form
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          tagging.mutate();
        }}
      >
        {tagging.error && <FormError>{formMessage(tagging.error)}</FormError>}
        <MultiSelect
          data-autofocus
          label={t('deed.tags')}
          description={tags.length === 0 ? t('tags.none') : undefined}
          searchable
          limit={200}
          comboboxProps={{ withinPortal: false }}
          openOnFocus={false}
          maxDropdownHeight={200}
          data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={ids}
          onChange={setIds}
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={tagging.isPending}>
            {tc('save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
