import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { createSection } from '../writes.ts';

/** Makes a section of the plant without leaving the form. */
export function NewSection({ proj_code, onMade }: { proj_code: string; onMade: (id: number) => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const making = useMutation({
    mutationFn: () => createSection(company, proj_code, name.trim()),
    onSuccess: (id) => {
      setOpen(false);
      setName('');
      onMade(id);
    },
  });
  const make = () => {
    if (name.trim() !== '') making.mutate();
  };
  if (!open) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        w="max-content"
        leftSection={<IconPlus size={15} />}
        onClick={() => setOpen(true)}
      >
        {t('section.new')}
      </Button>
    );
  }
  return (
    <Group gap={8} wrap="nowrap" align="end">
      <TextInput
        autoFocus
        flex={1}
        label={t('section.name')}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it is not sent.
          event.preventDefault();
          make();
        }}
        error={making.error ? formMessage(making.error) : undefined}
      />
      <Button variant="default" loading={making.isPending} onClick={make}>
        {t('section.create')}
      </Button>
    </Group>
  );
}
