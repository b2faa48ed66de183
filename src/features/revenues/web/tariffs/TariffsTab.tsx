import { IconPencil, IconReportMoney, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { PickFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { ListQuery } from '../../../../shared/web/list/list-props.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Tariff, tariffsCalls } from '../../tariffs.contract.ts';
import type { RevenuesAddress } from '../revenues-list.ts';

function useColumns(): readonly DataColumn<Tariff>[] {
  const { t } = useTranslation('revenues');
  const { number, date } = useFormat();
  return useMemo(
    () => [
      { id: 'name', header: t('tariff.name'), names: true, value: ({ name }) => name },
      { id: 'plant', header: t('field.plant'), value: ({ plant_name }) => plant_name },
      { id: 'kind', header: t('tariff.kind'), value: ({ kind }) => t(`kind.${kind}`) },
      {
        id: 'rate',
        header: t('tariff.rate'),
        numeric: true,
        value: ({ steps }) => steps.at(-1)?.rate ?? null,
        cell: ({ steps, kind }) => {
          const rate = steps.at(-1)?.rate ?? null;
          if (kind === 'market') return '–';
          return kind === 'fee' ? `${number(rate, 2)} €` : `${number(rate, 5)} €/kWh`;
        },
      },
      {
        id: 'from_on',
        header: t('tariff.since'),
        value: ({ steps }) => steps.at(-1)?.from_on ?? null,
        cell: ({ steps }) => date(steps.at(-1)?.from_on ?? ''),
      },
    ],
    [t, number, date],
  );
}

interface Props {
  state: RevenuesAddress;
  may: boolean;
  query: ListQuery<Tariff>;
  plants: readonly { proj_code: string; name: string }[];
  add: ReactNode;
}

/** The tariffs of plants. */
export function TariffsTab({ state, may, query, plants, add }: Props) {
  const { t } = useTranslation('revenues');
  const { id_client: company } = useCompany();
  const [removed, setRemoved] = useState<Tariff | null>(null);
  return (
    <>
      <ListPage
        state={state}
        label={t('tab.tariffs')}
        columns={useColumns()}
        query={query}
        rowKey={({ id }) => id}
        filters={
          <PickFilter
            state={state}
            name={'plant'}
            label={t('field.plant')}
            any={t('any_plant')}
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
        }
        empty={{ icon: IconReportMoney, title: t('tariff.none'), hint: t('tariff.none_hint'), action: add }}
        {...(may && {
          actions: (tariff: Tariff) => (
            <>
              <RowButton
                label={t('tariff.edit_of', { name: tariff.name })}
                icon={IconPencil}
                onClick={() => state.set({ open: String(tariff.id), form: undefined })}
              />
              <RowButton
                label={t('tariff.remove_of', { name: tariff.name })}
                icon={IconTrash}
                onClick={() => setRemoved(tariff)}
              />
            </>
          ),
        })}
      />
      {removed && (
        <ConfirmAction
          title={t('tariff.remove_title', { name: removed.name })}
          confirm={t('tariff.remove')}
          words="revenues"
          act={() => send(tariffsCalls.remove, { params: { id: String(removed.id) }, company })}
          onDone={() => {
            toast.deleted(removed.name);
            setRemoved(null);
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t('tariff.remove_text')}</p>
        </ConfirmAction>
      )}
    </>
  );
}
