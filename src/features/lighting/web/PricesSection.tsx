import { Button } from '@mantine/core';
import { IconCoinEuro, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { useTablePage } from '../../../shared/web/list/use-table-page.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type PodPrice, pricesCalls } from '../prices.contract.ts';
import { EditPrice, NewPrice } from './PriceForm.tsx';

function usePriceColumns(): readonly DataColumn<PodPrice>[] {
  const { t } = useTranslation('lighting');
  const { date } = useFormat();
  return useMemo(
    (): readonly DataColumn<PodPrice>[] => [
      { id: 'pod', header: t('box.pod'), names: true, sortable: false, value: ({ pod }) => pod },
      {
        id: 'from',
        header: t('prices.from_day'),
        sortable: false,
        value: ({ from_day }) => from_day,
        cell: ({ from_day }) => date(from_day),
      },
      {
        id: 'eur',
        header: t('prices.eur_kwh'),
        numeric: true,
        decimals: 4,
        sortable: false,
        value: ({ eur_kwh }) => eur_kwh,
      },
      {
        id: 'boxes',
        header: t('prices.boxes'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ boxes }) => boxes,
      },
    ],
    [t, date],
  );
}

function RemovePrice({ price, onClose }: { price: PodPrice; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const { date } = useFormat();
  const company = useCompany().id_client;
  return (
    <ConfirmAction
      title={t('prices.remove_title', { pod: price.pod, day: date(price.from_day) })}
      confirm={t('prices.remove')}
      words="lighting"
      act={() => send(pricesCalls.remove, { params: { id: String(price.id) }, company })}
      onDone={() => toast.deleted()}
      onClose={onClose}
    >
      {t('prices.remove_text')}
    </ConfirmAction>
  );
}

type Opened = { kind: 'new' } | { kind: 'edit' | 'remove'; price: PodPrice };

function Over({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.kind === 'new') return <NewPrice onClose={onClose} />;
  if (opened.kind === 'edit') return <EditPrice price={opened.price} onClose={onClose} />;
  return <RemovePrice price={opened.price} onClose={onClose} />;
}

/** Buttons of a price, for whoever may change it. */
function RowActions({ price, onOpen }: { price: PodPrice; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation('lighting');
  const { date } = useFormat();
  const named = { pod: price.pod, day: date(price.from_day) };
  return (
    <>
      <RowButton
        label={t('prices.edit_one', named)}
        icon={IconPencil}
        onClick={() => onOpen({ kind: 'edit', price })}
      />
      <RowButton
        label={t('prices.remove_one', named)}
        icon={IconTrash}
        onClick={() => onOpen({ kind: 'remove', price })}
      />
    </>
  );
}

/** What a kWh costs, by supply point and day. */
export function PricesSection() {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const page = useTablePage();
  const [opened, setOpened] = useState<Opened | null>(null);
  const prices = useCall(pricesCalls.list, { query: page.query }, { placeholderData: (before) => before });
  const add = may && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setOpened({ kind: 'new' })}
    >
      {t('prices.add')}
    </Button>
  );
  return (
    <Section title={t('prices.title')} hint={t('prices.hint')} look="plain" actions={add}>
      <DataTable
        label={t('prices.title')}
        columns={usePriceColumns()}
        rows={prices.data?.results}
        rowKey={({ id }) => id}
        error={prices.error}
        onRetry={() => void prices.refetch()}
        updatedAt={prices.dataUpdatedAt}
        empty={{ icon: IconCoinEuro, title: t('prices.none'), hint: t('prices.none_hint') }}
        search={t('prices.search')}
        {...page.table(prices.data?.count, t('prices.title'))}
        {...(may && { actions: (price: PodPrice) => <RowActions price={price} onOpen={setOpened} /> })}
      />
      {opened && <Over opened={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}
