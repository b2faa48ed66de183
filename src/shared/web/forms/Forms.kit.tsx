import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import { Day, lineOf, linesOf, nameOf, Version } from '../../contract/fields.ts';
import type { Samples } from '../kit/samples.ts';
import { FormDialog } from './FormDialog.tsx';
import { FormDrawer } from './FormDrawer.tsx';
import { FormError } from './FormError.tsx';
import { FormPage } from './FormPage.tsx';
import { CheckboxesField } from './fields/CheckboxesField.tsx';
import { ColourField } from './fields/ColourField.tsx';
import { DateField } from './fields/DateField.tsx';
import { DateTimeField } from './fields/DateTimeField.tsx';
import { FieldGroup } from './fields/FieldGroup.tsx';
import { NumberField } from './fields/NumberField.tsx';
import { RowsField } from './fields/RowsField.tsx';
import { SelectField } from './fields/SelectField.tsx';
import { SignatureField } from './fields/SignatureField.tsx';
import { SwitchField } from './fields/SwitchField.tsx';
import { TextAreaField } from './fields/TextAreaField.tsx';
import { TextField } from './fields/TextField.tsx';
import { TimeField } from './fields/TimeField.tsx';
import { useRecordForm } from './use-record-form.ts';

const fields = {
  name: nameOf(40),
  maker: lineOf(40),
  power: z.number().min(0).max(5000),
  kind: z.enum(['inverter', 'meter']).nullable(),
  built_on: Day.nullable(),
  colour: z.string().nullable(),
  enabled: z.boolean(),
  read_at: z.int().min(0).max(1439),
  due: z.string(),
  phases: z.array(z.enum(['L1', 'L2', 'L3'])).min(1),
  contacts: z.array(z.object({ name: nameOf(40), phone: lineOf(40) })).max(3),
  notes: linesOf(200),
  signature: z.string().nullable(),
};
const change = call({
  method: 'PATCH',
  path: '/kit/',
  summary: 'A record of the kit page',
  access: 'public',
  body: z.object({ ...fields, version: Version }),
  ok: z.object({ ...fields, version: Version }),
});
type Sample = z.infer<typeof change.ok>;

const STORED: Sample = {
  name: 'INV-01',
  maker: 'Aurora',
  power: 12.5,
  kind: 'inverter',
  built_on: '2024-05-17',
  colour: '#2456E6',
  enabled: true,
  read_at: 450,
  due: '2026-06-01 12:00:00',
  phases: ['L1', 'L2', 'L3'],
  contacts: [{ name: 'Marta Rinaldi', phone: '' }],
  notes: '',
  signature: null,
  version: 3,
};

/** Saving answers, is told that somebody else was faster, or reaches nobody. */
function useSample(how: 'saved' | 'conflict' | 'away') {
  return useRecordForm({
    call: change,
    record: STORED,
    words: 'common',
    quiet: true,
    send: async (body): Promise<Sample> => {
      if (how === 'away') throw new CallError(0, {});
      if (how === 'conflict' && body.version === STORED.version)
        throw new CallError(409, { stored: { ...STORED, name: 'INV-1', power: 15, version: 4 } });
      return { ...body, version: body.version + 1 };
    },
  });
}

function SampleFields() {
  return (
    <>
      <FieldGroup title="What it is">
        <TextField name="name" label="Name" required />
        <TextField name="maker" label="Maker" description="As on its plate" />
        <SelectField
          name="kind"
          label="Kind"
          none="None"
          options={['inverter', 'meter'].map((value) => ({ value, label: value }))}
        />
        <DateField name="built_on" label="Built on" />
        <TimeField name="read_at" label="Read at" />
        <DateTimeField name="due" label="Next visit" description="By the plant's clock" />
        <NumberField name="power" label="Power" unit="kW" required />
        <ColourField name="colour" label="Colour" />
        <SwitchField name="enabled" label="Enabled" />
        <CheckboxesField
          name="phases"
          label="Phases"
          options={['L1', 'L2', 'L3'].map((value) => ({ value, label: value }))}
        />
      </FieldGroup>
      <RowsField
        name="contacts"
        title="Contacts"
        blank={{ name: '', phone: '' }}
        add="Add contact"
        remove={(place) => `Contacts: delete entry ${place}`}
        none="No entries"
        atMost={3}
      >
        {(at) => (
          <>
            <TextField name={`${at}.name`} label="Contact" required />
            <TextField name={`${at}.phone`} label="Telephone" />
          </>
        )}
      </RowsField>
      <TextAreaField name="notes" label="Notes" />
      <SignatureField
        name="signature"
        label="Sign here"
        description="With a finger, a pen or the mouse"
        clear="Clear the signature"
        drawn="drawn"
      />
    </>
  );
}

function OnPage({ how }: { how: 'saved' | 'conflict' | 'away' }) {
  const form = useSample(how);
  return (
    <FormPage form={form} label={`Form: ${how}`} text="What saving does.">
      <SampleFields />
    </FormPage>
  );
}

function InDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog form={useSample('saved')} title="Device" onClose={onClose}>
      <SampleFields />
    </FormDialog>
  );
}

function InDrawer({ onClose }: { onClose: () => void }) {
  return (
    <FormDrawer form={useSample('saved')} title="Device" onClose={onClose}>
      <SampleFields />
    </FormDrawer>
  );
}

function Opened({ kind }: { kind: 'dialog' | 'drawer' }) {
  const [open, setOpen] = useState(false);
  const Form = kind === 'dialog' ? InDialog : InDrawer;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Open the {kind}
      </Button>
      {open && <Form onClose={() => setOpen(false)} />}
    </>
  );
}

export const samples: Samples = {
  title: 'Record form',
  states: {
    'on a page': () => <OnPage how="saved" />,
    'somebody else was faster': () => <OnPage how="conflict" />,
    'the server cannot be reached': () => <OnPage how="away" />,
    'in a dialog': () => <Opened kind="dialog" />,
    'in a drawer': () => <Opened kind="drawer" />,
    'what failed as a whole': () => <FormError>The server cannot be reached.</FormError>,
  },
};
