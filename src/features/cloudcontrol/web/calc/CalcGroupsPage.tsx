import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useHeardAt } from '../../../../shared/web/live/heard.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { type CalcGroup, calculationsCalls } from '../../calculations.contract.ts';
import { choicesQuery, groupsQuery } from './calc.api.ts';
import classes from './calc.module.css';
import { GroupTable } from './GroupTable.tsx';
import { useFaultLabels } from './use-fault-words.ts';

function RemoveDialog({ group, onClose }: { group: CalcGroup; onClose: () => void }) {
  const { t } = useTranslation('calc');
  const company = useCompany().id_client;
  const sentence = useRefusalSentence();
  const words = useFaultLabels();
  const removal = useMutation({
    mutationFn: async () => {
      try {
        await send(calculationsCalls.remove, { params: { id: String(group.id) }, company });
      } catch (fault) {
        // Somebody else was faster: it is as it should be.
        if (!(fault instanceof CallError) || fault.status !== 404) throw fault;
      }
    },
    onSuccess: () => {
      toast.deleted();
      onClose();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: groupsQuery(company).queryKey });
      void queryClient.invalidateQueries({ queryKey: choicesQuery(company).queryKey });
    },
  });
  const told = (fault: unknown) => {
    const [first] = fault instanceof CallError ? fault.errors : [];
    return first ? words(first) : sentence(fault);
  };
  return (
    <ConfirmDialog
      title={t('remove.title', { name: group.name })}
      confirm={t('remove.verb')}
      busy={removal.isPending}
      fault={removal.error && told(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.text', { device: group.result.short_name })}</p>
      {group.feeds.length > 0 && <p>{t('remove.feeds', { names: group.feeds.join(', ') })}</p>}
    </ConfirmDialog>
  );
}

/** Asks for the newest results again when readings of their plants were heard of. */
function useFollowing(company: number): void {
  const { data } = useQuery({ ...groupsQuery(company), enabled: false });
  const codes = useMemo(() => [...new Set(data?.map(({ result }) => result.proj_code))], [data]);
  const heardAt = useHeardAt(company, codes);
  useEffect(() => {
    if (heardAt > 0)
      void queryClient.invalidateQueries(
        { queryKey: groupsQuery(company).queryKey },
        { cancelRefetch: false },
      );
  }, [heardAt, company]);
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
  const company = useCompany().id_client;
  const now = useNow(10_000);
  const [removed, setRemoved] = useState<CalcGroup | null>(null);
  usePageTitle(t('title'));
  useFollowing(company);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className="muted">{t('subtitle')}</p>
        </div>
        <NewButton />
      </header>
      <GroupTable now={now} create={<NewButton />} onRemove={setRemoved} />
      {removed && <RemoveDialog group={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}
