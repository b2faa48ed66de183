import { Button, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Divided } from '../../../../shared/web/page/Section.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { DeviceDetails } from '../../configured.contract.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { NewTemplateForm } from './TemplateForm.tsx';
import { useTemplates } from './use-templates.ts';

interface Props {
  device: DeviceDetails['device'];
  onClose: () => void;
}

/** Makes a template of a device, or brings one of the company's own to what it has now. */
export function MakeTemplateDialog({ device, onClose }: Props) {
  const { t } = useTranslation('templates');
  const navigate = useNavigate();
  const own = useTemplates().data?.filter((one) => one.own) ?? [];
  const [renewed, setRenewed] = useState<string | null>(null);
  const chosen = own.find(({ key }) => key === renewed);
  if (chosen) return <RenewDialog template={chosen} device_id={device.id} onClose={onClose} />;
  const { short_name, manufacturer, model } = device;
  const name = [manufacturer, model].filter(Boolean).join(' ') || short_name;
  return (
    <NewTemplateForm
      title={t('make.title', { name: short_name })}
      text={t('make.text')}
      texts={{ name, manufacturer, model, notes: '', source: '' }}
      from={{ device_id: device.id }}
      onSaved={(made) => {
        toast.done(t('make.made'));
        onClose();
        void navigate({ to: '/apps/cloudcontrol/templates/$key', params: { key: made.key } });
      }}
      onClose={onClose}
    >
      {own.length > 0 && (
        <Divided>
          <Select
            label={t('make.existing')}
            placeholder={t('make.choose_own')}
            searchable
            data={own.map((one) => ({ value: one.key, label: one.name }))}
            onChange={setRenewed}
          />
        </Divided>
      )}
    </NewTemplateForm>
  );
}

/** Brings a device to a template: which one, and then what it would change. */
export function ApplyTemplateDialog({ device, onClose }: Props) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const templates = useTemplates().data ?? [];
  const [key, setKey] = useState<string | null>(null);
  const [going, setGoing] = useState(false);
  const chosen = templates.find((one) => one.key === key);
  if (going && chosen) return <ApplyDialog template={chosen} devices={[device.id]} onClose={onClose} />;
  const group = (own: boolean) => ({
    group: t(own ? 'from.own' : 'from.program'),
    items: templates.filter((one) => one.own === own).map((one) => ({ value: one.key, label: one.name })),
  });
  return (
    <Dialog title={t('actions.apply_to_this')} size={520} onClose={onClose}>
      <Select
        data-autofocus
        label={t('apply.choose_template')}
        searchable
        data={[group(true), group(false)].filter(({ items }) => items.length > 0)}
        value={key}
        onChange={setKey}
      />
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {tc('cancel')}
        </Button>
        <Button disabled={!chosen} onClick={() => setGoing(true)}>
          {t('apply.next')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
