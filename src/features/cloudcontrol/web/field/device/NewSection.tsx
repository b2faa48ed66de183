import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { TextField } from '../../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { catalogueCalls } from '../../../catalogue.contract.ts';
import { createSection } from '../writes.ts';

interface Props {
  proj_code: string;
  onMade: (id: number) => void;
}

function SectionDialog({ proj_code, onMade, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: catalogueCalls.createSection,
    record: { name: '' },
    toBody: ({ name }) => ({ proj_code, name }),
    send: (body) => createSection(company, body),
    savedAs: ({ name }) => name,
    words: 'field',
    onSaved: ({ id }) => {
      onMade(id);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('section.new')}
      size={400}
      small
      submit={t('section.create')}
      onClose={onClose}
    >
      <TextField name="name" label={t('section.name')} required />
    </FormDialog>
  );
}

/** Makes a section of the plant without leaving the form. */
export function NewSection(props: Props) {
  const { t } = useTranslation('field');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        w="max-content"
        leftSection={<IconPlus size={15} />}
        onClick={() => setOpen(true)}
      >
        {t('section.new')}
      </Button>
      {open && <SectionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
