import { Button } from '@mantine/core';
import { IconCalculator, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type SimulationRow, simulationsCalls } from '../../simulations.contract.ts';
import { CompareTable } from './CompareTable.tsx';
import { SimulationsList } from './simulations-list.ts';

const ONE = '/apps/cerresid/cer_simulation/simulation';
const MAX_COMPARED = 3;

function RemoveSimulation({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation('simulations');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('remove.title', { code })}
      confirm={t('remove.confirm')}
      words="simulations"
      act={() => send(simulationsCalls.remove, { params: { id: code }, company })}
      onDone={() => toast.deleted(code)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmAction>
  );
}

function useColumns(): readonly DataColumn<SimulationRow>[] {
  const { t } = useTranslation('simulations');
  const { number, dateTime } = useFormat();
  return useMemo(() => {
    const figure = (
      id: string,
      header: string,
      value: (row: SimulationRow) => number | null,
      decimals = 0,
    ) => ({
      id,
      header,
      numeric: true,
      value,
      cell: (row: SimulationRow) => number(value(row), decimals),
    });
    return [
      {
        id: 'code',
        header: t('field.code'),
        names: true,
        value: ({ code }: SimulationRow) => code,
        cell: ({ code }: SimulationRow) => (
          <Link to={ONE} search={{ code } as never} preload={false}>
            {code}
          </Link>
        ),
      },
      {
        id: 'description',
        header: t('field.description'),
        value: ({ description }: SimulationRow) => description,
      },
      { id: 'community', header: t('field.community'), value: ({ community }: SimulationRow) => community },
      figure('members', t('field.members'), ({ members }) => members),
      figure('kwp', 'kWp', ({ kwp }) => kwp, 1),
      figure('shared', t('field.shared_kwh'), ({ totals }) => totals?.shared_kwh ?? null),
      figure('incentive', t('field.incentive_eur'), ({ totals }) => totals?.incentive_eur ?? null),
      figure('npv', t('field.npv_eur'), ({ npv_eur }) => npv_eur),
      {
        id: 'saved_at',
        header: t('field.saved_at'),
        value: ({ saved_at }: SimulationRow) => saved_at,
        cell: ({ saved_at }: SimulationRow) => (saved_at === null ? t('not_saved') : dateTime(saved_at)),
      },
    ];
  }, [t, number, dateTime]);
}

/** Simulations of communities; up to three side by side. // spec §2 */
export function SimulationsPage() {
  const { t } = useTranslation('simulations');
  const may = useCan('community.write');
  const { id_client: company } = useCompany();
  const state = useListState(SimulationsList);
  const query = useCall(simulationsCalls.list);
  const [leaving, setLeaving] = useState<string | null>(null);
  const compared = state.search.compare?.split(',') ?? [];
  const toggle = (code: string) => {
    const next = compared.includes(code) ? compared.filter((one) => one !== code) : [...compared, code];
    state.set({ compare: next.slice(-MAX_COMPARED).join(',') || undefined });
  };
  const duplicate = async ({ code }: SimulationRow) => {
    const { parameters, description, community_id } = await send(simulationsCalls.get, {
      params: { id: code },
      company,
    });
    await send(simulationsCalls.create, { body: { parameters, description, community_id }, company });
    toast.saved();
  };
  const add = may && (
    <Button
      leftSection={<IconPlus size={16} />}
      renderRoot={(root) => <Link {...root} to={ONE} preload={false} />}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={query.data?.length !== 0 && add}>
      {compared.length > 0 && <CompareTable codes={compared} />}
      <ListPage
        state={state}
        label={t('title')}
        columns={useColumns()}
        query={query}
        rowKey={({ code }) => code}
        empty={{ icon: IconCalculator, title: t('none'), hint: t('none_hint'), action: add }}
        actions={(row: SimulationRow) => (
          <>
            {row.totals && (
              <RowButton
                label={t(compared.includes(row.code) ? 'compare.less' : 'compare.more', { code: row.code })}
                icon={IconCalculator}
                onClick={() => toggle(row.code)}
              />
            )}
            {may && (
              <RowButton
                label={t('duplicate', { code: row.code })}
                icon={IconCopy}
                onClick={() => void duplicate(row)}
              />
            )}
            {may && (
              <RowButton
                label={t('remove.of', { code: row.code })}
                icon={IconTrash}
                onClick={() => setLeaving(row.code)}
              />
            )}
          </>
        )}
      />
      {leaving && <RemoveSimulation code={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  );
}
