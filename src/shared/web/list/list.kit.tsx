import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { type Belonging, BelongingProvider } from '../company/context.tsx';
import type { Samples } from '../kit/samples.ts';
import { Fact, Facts } from '../page/Facts.tsx';
import type { DataColumn } from './data-table.model.ts';
import { ChoiceFilter, DaysFilter } from './filters.tsx';
import { ListPage } from './ListPage.tsx';
import { beside, choice, days, defineListState, q, sort } from './list-state.ts';
import { useListState } from './use-list-state.ts';

interface Device {
  id: number;
  name: string;
  kind: string;
  power_kw: number | null;
  serial: string;
}

const DEVICES: readonly Device[] = [
  { id: 1, name: 'Inverter 1', kind: 'inverter', power_kw: 42.5, serial: 'SN-4711' },
  { id: 2, name: 'Inverter 2', kind: 'inverter', power_kw: null, serial: 'SN-4712' },
  { id: 3, name: 'Meter', kind: 'meter', power_kw: 40.1, serial: 'M-9' },
];

const Devices = defineListState('kit', {
  q: q(),
  sort: sort(),
  kind: choice(['inverter', 'meter'], ''),
  ...days(),
  device: beside(),
});

const COLUMNS: DataColumn<Device>[] = [
  { id: 'name', header: 'Name', names: true, value: ({ name }) => name },
  { id: 'kind', header: 'Kind', value: ({ kind }) => kind },
  { id: 'power', header: 'Power (kW)', numeric: true, value: ({ power_kw }) => power_kw },
  { id: 'serial', header: 'Serial number', value: ({ serial }) => serial },
];

const nothing = () => undefined;
const nobody: Belonging = {
  user_id: 0,
  confirmed: true,
  companies: [],
  enter: async () => undefined,
  changed: nothing,
  leave: async () => undefined,
};

const answered = (data: readonly Device[] | undefined, error: unknown = null) => ({
  data,
  error,
  refetch: () => undefined,
});

function List({ query = answered(DEVICES) }: { query?: ReturnType<typeof answered> }) {
  const state = useListState(Devices);
  const { kind } = state.search;
  const [opened, setOpened] = useState<Device | null>(null);
  return (
    <BelongingProvider belonging={nobody}>
      <ListPage
        state={state}
        label="Devices"
        columns={COLUMNS}
        query={query}
        rows={query.data?.filter((device) => kind === '' || device.kind === kind)}
        rowKey={({ id }) => id}
        filters={
          <>
            <ChoiceFilter
              state={state}
              name="kind"
              label="Kind"
              any="All kinds"
              options={['inverter', 'meter'].map((value) => ({ value, label: value }))}
            />
            <DaysFilter state={state} />
          </>
        }
        actions={(device) => (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpened(device)}>
            Open
          </Button>
        )}
        bulk={{
          all: 'Choose all devices',
          nameOf: ({ name }) => `Choose ${name}`,
          label: 'Chosen devices',
          chosen: (rows) => `${rows.length} chosen`,
          actions: (rows) => <Button variant="default">Export {rows.length}</Button>,
        }}
        exportAs={{ name: 'devices', formats: ['csv', 'xlsx'], load: async () => new Blob(['']) }}
        empty={{ icon: IconListDetails, title: 'No device yet', hint: 'Devices appear here.' }}
        detail={{
          title: 'Device',
          opened: opened !== null,
          onClose: () => setOpened(null),
          width: 480,
          children: (
            <Facts>
              <Fact label="Name">{opened?.name}</Fact>
            </Facts>
          ),
        }}
      />
    </BelongingProvider>
  );
}

export const samples: Samples = {
  title: 'List',
  states: {
    rows: () => <List />,
    'not answered yet': () => <List query={answered(undefined)} />,
    empty: () => <List query={answered([])} />,
    failed: () => <List query={answered(undefined, new Error('unreachable'))} />,
    stale: () => <List query={answered(DEVICES, new Error('unreachable'))} />,
  },
};
