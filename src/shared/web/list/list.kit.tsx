import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import { type Belonging, BelongingProvider } from '../company/context.tsx';
import { NumberField } from '../forms/fields/NumberField.tsx';
import type { Samples } from '../kit/samples.ts';
import { Fact, Facts } from '../page/Facts.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './data-table.model.ts';
import { ChoiceFilter, DaysFilter } from './filters.tsx';
import { InlineCell, InlineConflictDialog, LastChange } from './InlineCell.tsx';
import { ListPage } from './ListPage.tsx';
import { beside, choice, days, defineListState, q, sort } from './list-state.ts';
import { useInlineEdit } from './use-inline-edit.ts';
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

const Reading = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  factor: z.number().min(0.001).max(1000),
});
type Reading = z.infer<typeof Reading>;
const change = call({
  method: 'PATCH',
  path: '/kit/readings/',
  summary: 'A row of the kit page',
  access: 'public',
  body: Reading.pick({ factor: true, version: true }),
  ok: Reading,
});
const stored = (factor: number): Reading => ({ id: 1, version: 2, name: 'AC power', factor });

/** A cell that takes what is typed, or whose row somebody else saves first. */
function Sheet({ conflict = false }: { conflict?: boolean }) {
  const [rows, setRows] = useState([{ ...stored(0.1), version: 1 }]);
  const edit = useInlineEdit({
    call: change,
    send: async (row: Reading, body) => {
      if (conflict && row.version === 1) {
        throw new CallError(409, { code: 'conflict', stored: stored(10) });
      }
      const next = { ...row, factor: Number(body.factor), version: row.version + 1 };
      setRows([next]);
      return next;
    },
    rowOf: (answer) => answer,
    words: 'common',
    label: () => 'Factor',
    show: (_, value) => String(value),
  });
  const columns: DataColumn<Reading>[] = [
    { id: 'name', header: 'Name', names: true, width: '180px', value: ({ name }) => name },
    {
      id: 'factor',
      header: 'Factor',
      width: '140px',
      value: ({ factor }) => factor,
      cell: (row) => (
        <InlineCell
          edit={edit}
          row={row}
          field="factor"
          label={`Factor, ${row.factor}: edit`}
          shown={row.factor}
        >
          <NumberField name="factor" label="Factor" hideLabel />
        </InlineCell>
      ),
    },
  ];
  const { last } = edit;
  return (
    <>
      {last && <LastChange said={`${last.label}: ${last.before} → ${last.after}`} onUndo={last.undo} />}
      <DataTable
        label={conflict ? 'Readings of two people' : 'Readings'}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        bar={false}
        sheet
        empty={{ title: 'None' }}
      />
      <InlineConflictDialog conflict={edit.conflict} />
    </>
  );
}

export const samples: Samples = {
  title: 'List',
  states: {
    rows: () => <List />,
    'cells that are changed where they stand': () => <Sheet />,
    'a cell whose row somebody else saves first': () => <Sheet conflict />,
    'not answered yet': () => <List query={answered(undefined)} />,
    empty: () => <List query={answered([])} />,
    failed: () => <List query={answered(undefined, new Error('unreachable'))} />,
    stale: () => <List query={answered(DEVICES, new Error('unreachable'))} />,
  },
};
