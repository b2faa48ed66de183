import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type CalcGroup, calculationsCalls } from '../../calculations.contract.ts';
import { GroupTable } from './GroupTable.tsx';

function RemoveDialog({ group, onClose }: { group: CalcGroup; onClose: () => void }) {
  const { t } = useTranslation('calc');
  const { formMessage } = useErrorMessage('calc');
  const removal = useSend(calculationsCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('remove.title', { name: group.name })}
      confirm={t('remove.verb')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate({ params: { id: String(group.id) } })}
      onClose={onClose}
    >
      <p>{t('remove.text', { device: group.result.short_name })}</p>
      {group.feeds.length > 0 && <p>{t('remove.feeds', { names: group.feeds.join(', ') })}</p>}
    </ConfirmDialog>
  );
}

function NewButton() {
  const { t } = useTranslation('calc');
  return (
    <Button
      leftSection={<IconPlus size={16} />}
      renderRoot={(props) => (
        <Link to="/apps/cloudcontrol/calc-group/$id" params={{ id: 'new' }} {...props} />
      )}
    >
      {t('create')}
    </Button>
  );
}

/** Calculation groups: what each makes of which variables, its newest result, and how far its past is calculated. */
export function CalcGroupsPage() {
  const { t } = useTranslation('calc');
  const now = useNow(10_000);
  const list = useCall(
    calculationsCalls.list,
    {},
    // The newest results come with the readings of their plants.
    { plants: (groups) => groups.map(({ result }) => result.proj_code) },
  );
  const [removed, setRemoved] = useState<CalcGroup | null>(null);
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<NewButton />}>
      <GroupTable list={list} now={now} create={<NewButton />} onRemove={setRemoved} />
      {removed && <RemoveDialog group={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}
