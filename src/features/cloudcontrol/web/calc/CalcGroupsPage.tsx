import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconMathFunction, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type CalcGroup, calculationsCalls } from '../../calculations.contract.ts';
import { CatalogueFrame } from '../catalogue/CatalogueFrame.tsx';
import { CatalogueLists } from '../catalogue/catalogue-search.ts';
import { useCalculationColumns } from './calculation-columns.tsx';

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

function EditLink({ group }: { group: CalcGroup }) {
  const { t } = useTranslation('calc');
  return (
    <Tooltip label={t('edit')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${t('edit')}: ${group.name}`}
        renderRoot={(props) => (
          <Link to="/apps/cloudcontrol/calc-group/$id" params={{ id: String(group.id) }} {...props} />
        )}
      >
        <IconPencil size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The catalogue at the calculation groups. */
export function CalcGroupsPage() {
  const { t } = useTranslation('calc');
  const state = useListState(CatalogueLists.calculations);
  const list = useCall(
    calculationsCalls.list,
    {},
    // The newest results come with the readings of their plants.
    { plants: (groups) => groups.map(({ result }) => result.proj_code) },
  );
  const [removed, setRemoved] = useState<CalcGroup | null>(null);
  const create = <NewButton />;
  return (
    <CatalogueFrame part="calculations" actions={list.data?.length !== 0 && create}>
      <ListPage
        state={state}
        label={t('title')}
        columns={useCalculationColumns()}
        query={list}
        rowKey={({ id }) => id}
        empty={{ icon: IconMathFunction, title: t('empty.title'), hint: t('empty.hint'), action: create }}
        actions={(group) => (
          <Group gap={4} wrap="nowrap">
            <EditLink group={group} />
            <RowButton
              label={`${t('remove.verb')}: ${group.name}`}
              icon={IconTrash}
              onClick={() => setRemoved(group)}
            />
          </Group>
        )}
      />
      {removed && <RemoveDialog group={removed} onClose={() => setRemoved(null)} />}
    </CatalogueFrame>
  );
}
