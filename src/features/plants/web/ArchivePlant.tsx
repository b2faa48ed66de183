import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx';
import { type Plant, plantsCalls } from '../plants.contract.ts';

/** Puts a plant into the archive, after saying what that ends and what it keeps. */
export function ArchivePlant({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants');
  const navigate = useNavigate();
  const sentence = useRefusalSentence();
  const [asking, setAsking] = useState(false);
  const { proj_code, name } = plant;
  const archive = useSend(plantsCalls.archive, {
    onDone: () => {
      setAsking(false);
      return navigate({ to: '/apps/asset' });
    },
  });
  const fault = (error: unknown) => {
    const named =
      error instanceof CallError ? error.errors.find((one) => one.code === 'in_calculations') : null;
    return named ? t('archive.calculated', { names: String(named.params?.names ?? '') }) : sentence(error);
  };
  return (
    <Section title={t('archive.title')} hint={t('archive.about')}>
      <Buttons>
        <Button
          variant="default"
          color="red"
          leftSection={<IconArchive size={16} />}
          onClick={() => setAsking(true)}
        >
          {t('archive.verb')}
        </Button>
      </Buttons>
      {asking && (
        <ConfirmDialog
          title={t('archive.ask', { name })}
          confirm={t('archive.verb')}
          busy={archive.isPending}
          fault={archive.isError ? fault(archive.error) : null}
          onConfirm={() => archive.mutate({ params: { proj_code }, body: {} })}
          onClose={() => setAsking(false)}
        >
          <p>{t('archive.ends')}</p>
          <p>{t('archive.keeps')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
