import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import { EntityFields, FormNotices } from '../forms/EntityFields.tsx';
import type { Field } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { addressOf, type TreePort } from '../home/home.model.ts';
import { copyPort } from '../writes.ts';

const FIELDS: readonly Field[] = [{ name: 'name', kind: 'text', required: true, long: 120 }];
const BLANK = { name: '', version: 0 };

/** Makes a port like another one, without its devices. */
export function CopyPortDialog({ port, onClose }: { port: TreePort; onClose: () => void }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const form = useEntityForm<typeof BLANK>({
    fields: FIELDS,
    entity: BLANK,
    save: async ({ name }) => {
      await copyPort(company, port.id, String(name));
      return BLANK;
    },
    reload: async () => BLANK,
    onSaved: onClose,
  });
  return (
    <Dialog
      title={t('copy.title', { name: port.name || addressOf(port) })}
      size={480}
      keeps
      onClose={onClose}
    >
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="muted">{t('port.copy_text')}</p>
        <FormNotices form={form} fields={FIELDS} />
        <EntityFields form={form} fields={FIELDS} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('copy.confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
