import { Box, Button, Group, NativeSelect, Paper, Select, Stack, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { FRAMERS, FUNCTION_CODES } from '../../../plants/field.model.ts';
import { EXAMPLE_IP, HINTS } from '../../configuration.model.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import { addressOf } from '../field/home/home.model.ts';
import { useDeviceTree } from '../field/use-devices.ts';
import { NOTATIONS, toWire } from './notation.model.ts';
import type { ReadQuestion } from './reading.model.ts';
import { type FormFault, readForm, type TargetFields, type Typed } from './target.model.ts';

/** How wide fields are: each in a row of its own on a phone, or two short ones. */
const WIDE = { base: '1 1 100%', sm: '2 1 220px' } as const;
const MIDDLE = { base: '1 1 100%', sm: '0 1 190px' } as const;
const SHORT = { base: '1 1 84px', sm: '0 1 92px' } as const;

/** In place of a port: a gateway that is not one yet. */
const ELSEWHERE = 'elsewhere';

interface FormProps {
  initial: Typed;
  busy: boolean;
  onRead: (question: ReadQuestion, search: Typed) => void;
}

interface PartProps {
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  errorOf: (name: TargetFields) => string | undefined;
}

function useFormFaults(): (fault: FormFault) => string {
  const { t } = useTranslation('registers');
  const words = useFieldLabels();
  return (fault) => {
    switch (fault.code) {
      case 'no_port':
      case 'no_host':
      case 'no_address':
      case 'end':
        return t(`fault.${fault.code}`);
      default:
        return words.fault(fault);
    }
  };
}

/** The port by its plant, name and address, or a gateway by its address. */
function Where({ typed, set, errorOf }: PartProps) {
  const { t } = useTranslation('registers');
  const words = useFieldLabels();
  const tree = useDeviceTree().data ?? [];
  const [wished, setElsewhere] = useState(false);
  const elsewhere = typed.port === '' && (wished || typed.host !== '');
  const ports = tree.flatMap((plant) =>
    plant.ports.map((port) => ({
      value: String(port.id),
      label: [plant.name, port.name, addressOf(port)]
        .filter((one, i, all) => all.indexOf(one) === i)
        .join(' · '),
    })),
  );
  return (
    <>
      <Select
        flex={WIDE}
        label={t('form.where')}
        placeholder={t('form.where_hint')}
        searchable
        limit={200}
        openOnFocus={false}
        allowDeselect={false}
        maxDropdownHeight={280}
        data={[{ value: ELSEWHERE, label: t('form.elsewhere') }, ...ports]}
        value={elsewhere ? ELSEWHERE : typed.port || null}
        error={errorOf('port')}
        onChange={(value) => {
          setElsewhere(value === ELSEWHERE);
          set(value === ELSEWHERE || value === null ? { port: '' } : { port: value, host: '' });
        }}
      />
      {elsewhere && (
        <>
          <TextInput
            flex={MIDDLE}
            label={words.label('host')}
            // spec §9: IP hint {ip}
            placeholder={EXAMPLE_IP}
            autoComplete="off"
            spellCheck={false}
            value={typed.host}
            error={errorOf('host')}
            onChange={(event) => set({ host: event.currentTarget.value })}
          />
          <TextInput
            flex={SHORT}
            label={words.label('port')}
            placeholder={String(HINTS.port)}
            inputMode="numeric"
            autoComplete="off"
            value={typed.tcp}
            error={errorOf('tcp')}
            onChange={(event) => set({ tcp: event.currentTarget.value })}
          />
          <NativeSelect
            flex={{ base: '1 1 84px', sm: '0 1 132px' }}
            label={words.label('framer')}
            data={FRAMERS.map((value) => ({ value, label: words.choice({ words: 'framer' }, value) }))}
            value={typed.framer}
            onChange={(event) => set({ framer: event.currentTarget.value as Typed['framer'] })}
          />
        </>
      )}
    </>
  );
}

/** The device's number on the bus; those that stand behind the port are offered. */
function Unit({ typed, set, errorOf }: PartProps) {
  const words = useFieldLabels();
  const tree = useDeviceTree().data ?? [];
  const port = tree.flatMap((plant) => plant.ports).find(({ id }) => String(id) === typed.port);
  return (
    <>
      <TextInput
        flex={SHORT}
        label={words.label('unit_id')}
        list="registers-units"
        inputMode="numeric"
        autoComplete="off"
        value={typed.unit}
        error={errorOf('unit')}
        onChange={(event) => set({ unit: event.currentTarget.value })}
      />
      <datalist id="registers-units">
        {(port?.devices ?? []).map(
          ({ id, unit_id, short_name }) =>
            unit_id !== null && (
              <option key={id} value={unit_id}>
                {short_name}
              </option>
            ),
        )}
      </datalist>
    </>
  );
}

/** What to read: the function, the first address as the manual writes it, and how many. */
function What({ typed, set, errorOf }: PartProps) {
  const { t } = useTranslation('registers');
  const words = useFieldLabels();
  const wire = toWire(typed.address, typed.as);
  const says = typed.as !== 'wire' && wire;
  const code = says ? wire.function_code : null;
  return (
    <>
      <NativeSelect
        flex={MIDDLE}
        label={words.label('function_code')}
        value={code === null ? typed.fn : String(code)}
        disabled={code !== null}
        data={FUNCTION_CODES.map((one) => ({
          value: String(one),
          label: words.choice({ words: 'function_code' }, one),
        }))}
        onChange={(event) => set({ fn: event.currentTarget.value as Typed['fn'] })}
      />
      <TextInput
        flex={SHORT}
        label={words.label('address')}
        inputMode="numeric"
        autoComplete="off"
        value={typed.address}
        error={errorOf('address')}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <TextInput
        flex={SHORT}
        label={t('form.count')}
        inputMode="numeric"
        autoComplete="off"
        value={typed.count}
        error={errorOf('count')}
        onChange={(event) => set({ count: event.currentTarget.value })}
      />
      <NativeSelect
        flex={{ base: '1 1 100%', sm: '0 1 232px' }}
        label={t('form.as')}
        value={typed.as}
        data={NOTATIONS.map((value) => ({ value, label: t(`notation.${value}`) }))}
        onChange={(event) => set({ as: event.currentTarget.value as Typed['as'] })}
      />
    </>
  );
}

/** What the typed address comes to, in a sentence. */
function AddressNote({ typed }: { typed: Typed }) {
  const { t } = useTranslation('registers');
  const wire = toWire(typed.address, typed.as);
  if (typed.as === 'wire' || !wire) return <Muted>{t(`notation_hint.${typed.as}`)}</Muted>;
  const { address, function_code } = wire;
  return (
    <Muted role="status">
      {function_code === null
        ? t('form.on_wire', { typed: typed.address, address })
        : t('form.on_wire_function', { typed: typed.address, address, code: function_code })}
    </Muted>
  );
}

const keyOf = (one: Typed) => Object.values(one).join('\n');

/** Where and what to read; Enter reads from any of its fields. */
export function QuestionForm({ initial, busy, onRead }: FormProps) {
  const { t } = useTranslation('registers');
  const [typed, setTyped] = useState(initial);
  const [from, setFrom] = useState(initial);
  // Another question stands in the address: a link, or the way back.
  if (keyOf(initial) !== keyOf(from)) {
    setFrom(initial);
    setTyped(initial);
  }
  const [tried, setTried] = useState(false);
  const faultWords = useFormFaults();
  const form = useRef<HTMLFormElement>(null);
  const read = readForm(typed);
  const errorOf = (name: TargetFields) => {
    const fault = tried && 'faults' in read ? read.faults.get(name) : undefined;
    return fault && faultWords(fault);
  };
  const isElsewhere = typed.port === '' && typed.host !== '';
  const part = { typed, errorOf, set: (one: Partial<Typed>) => setTyped({ ...typed, ...one }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('question' in read) return onRead(read.question, read.search);
    // What is missing is marked by now: the first of it takes the focus.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
  };
  return (
    <Paper
      component="form"
      ref={form}
      withBorder
      radius={12}
      px={16}
      py={12}
      noValidate
      aria-label={t('form.label')}
      onSubmit={submit}
    >
      <Stack gap={8}>
        <Group gap="6px 12px" align="flex-end">
          <Where {...part} />
          <Unit {...part} />
          {/* A gateway takes the first line alone: what is read from it begins the second. */}
          {isElsewhere && <Box visibleFrom="sm" flex="1 0 100%" />}
          <What {...part} />
          <Button
            type="submit"
            flex={{ base: '1 1 100%', sm: '0 0 auto' }}
            loading={busy}
            leftSection={<IconPlayerPlay size={16} />}
          >
            {t('form.read')}
          </Button>
        </Group>
        <AddressNote typed={typed} />
      </Stack>
    </Paper>
  );
}
