import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx';
import type { Plant } from '../plants.contract.ts';
import { askAllAnew, plantsApi } from './plants.api.ts';

/** Puts a plant into the archive, after saying what that ends and what it keeps. */
export function ArchivePlant({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const sentence = useRefusalSentence();
  const [asking, setAsking] = useState(false);
  const { proj_code, name } = plant;
  const archive = useMutation({
    mutationFn: () => plantsApi.archive({ params: { proj_code }, body: {}, company }),
    onSuccess: async () => {
      setAsking(false);
      await navigate({ to: '/apps/asset' });
      await askAllAnew(company);
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
          onConfirm={() => archive.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('archive.ends')}</p>
          <p>{t('archive.keeps')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
