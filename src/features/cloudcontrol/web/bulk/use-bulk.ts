import { useMemo, useState } from 'react';
import type { DeviceTree } from '../../configuration.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { placedOf } from '../field/home/home.model.ts';
import { useParameters } from '../field/use-devices.ts';
import { useTemplates } from '../templates/use-templates.ts';
import { hasAnswered, roundsFor } from './answers.model.ts';
import type { BulkSearch } from './bulk-search.ts';
import { blankDraft, type Draft, type DraftField, type Row, type RowField, rowsOf } from './draft.model.ts';
import { focusFault } from './focus-fault.ts';
import { patternFor } from './names.model.ts';
import { pastedRows } from './paste.model.ts';
import { faultsOfRows, isDoubt } from './row-faults.model.ts';
import { useAnswers } from './use-answers.ts';

/** Fields that decide who is asked, and as what: what was answered before is nobody's any more. */
const WHO: readonly DraftField[] = [
  'proj_code',
  'kind',
  'template_key',
  'like_id',
  'way',
  'port_id',
  'host',
  'port',
  'framer',
];
const WHERE: readonly RowField[] = ['host', 'port', 'unit_id'];

type Edits = ReadonlyMap<string, Partial<Row>>;

function firstDraft(tree: DeviceTree, search: BulkSearch): Draft {
  const [only] = tree.length === 1 ? tree : [];
  const like = placedOf(tree).find(({ device }) => String(device.id) === search.like);
  const proj_code = search.plant || like?.plant.proj_code || (only?.proj_code ?? '');
  const kind = search.like !== '' ? 'like' : 'template';
  return { ...blankDraft(proj_code), kind, template_key: search.template, like_id: search.like };
}

/** What is typed above the rows, and what of it stands in the plant. */
function useDraft(tree: DeviceTree, search: BulkSearch) {
  const [draft, setDraft] = useState(() => firstDraft(tree, search));
  const [named, setNamed] = useState(false);
  const templates = useTemplates();
  const sections = (useParameters().data?.sections ?? []).filter((one) => one.proj_code === draft.proj_code);
  const plant = tree.find(({ proj_code }) => proj_code === draft.proj_code);
  const port =
    draft.way === 'units' ? plant?.ports.find(({ id }) => String(id) === draft.port_id) : undefined;
  const like = placedOf(tree).find(({ device }) => String(device.id) === draft.like_id)?.device;
  const template = templates.data?.find(({ key }) => key === draft.template_key);
  const category = { template: template?.category, like: like?.category, sunspec: undefined }[draft.kind];
  // A port that is gone, or of another plant, is none; names follow what the devices are until somebody says otherwise.
  const meant: Draft = {
    ...draft,
    port_id: port ? draft.port_id : '',
    pattern: named ? draft.pattern : patternFor(category ?? 'inverter'),
  };
  const set = (part: Partial<Draft>) => {
    if (part.pattern !== undefined) setNamed(true);
    setDraft((before) => ({ ...before, ...part }));
  };
  return { draft: meant, set, templates, sections, plant, port };
}

/** The rows with what was typed in them; a serial number and a power that were read stand where nobody typed one. */
function useRows({ draft, plant }: ReturnType<typeof useDraft>, answers: ReturnType<typeof useAnswers>) {
  const [edits, setEdits] = useState<Edits>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pasted, setPasted] = useState<readonly Row[] | null>(null);
  const taken = useMemo(
    () => (plant ? placedOf([plant]).map(({ device }) => device.short_name) : []),
    [plant],
  );
  const { rows: made, faults } = useMemo(() => rowsOf(draft, taken), [draft, taken]);
  const rows = (pasted ?? made)
    .filter(({ key }) => !left.has(key))
    .map((row): Row => {
      const outcome = answers.outcomes.get(row.key);
      const read = {
        serial_number: row.serial_number || (outcome?.serial_number ?? ''),
        nominal_power: row.nominal_power || String(outcome?.found?.nominal_power ?? ''),
      };
      return { ...row, ...read, ...edits.get(row.key) };
    });
  return {
    rows,
    faults,
    pasted: pasted !== null,
    edit: (key: string, field: RowField, value: string) => {
      if (WHERE.includes(field)) answers.forget(key);
      setEdits((before) => new Map([...before, [key, { ...before.get(key), [field]: value }]]));
    },
    leaveOut: (key: string) => setLeft((before) => new Set([...before, key])),
    left: left.size,
    takeBack: () => setLeft(new Set()),
    paste: (text: string) => {
      setPasted(pastedRows(text, draft, MAX_ASKED.devices));
      setEdits(new Map());
      setLeft(new Set());
      answers.forget();
    },
    unpaste: () => {
      setPasted(null);
      answers.forget();
    },
  };
}

/** Everything of the screen: the form, the rows that it comes to, and what they answered. */
export function useBulk(tree: DeviceTree, search: BulkSearch) {
  const answers = useAnswers();
  const form = useDraft(tree, search);
  const list = useRows(form, answers);
  const [onlySilent, setOnlySilent] = useState(false);
  const { draft, plant, port } = form;
  const { rows } = list;
  const port_id = draft.way === 'units' && !list.pasted ? (port?.id ?? null) : null;
  const framer = port_id === null ? draft.framer : (port?.framer ?? draft.framer);
  const all = useMemo(() => faultsOfRows(rows, { plant, port_id, framer }), [rows, plant, port_id, framer]);
  // A gateway that nobody has named yet is the form's fault, not that of each row.
  const unnamed = draft.way === 'units' && !list.pasted && port_id === null && draft.host.trim() === '';
  const faults = unnamed
    ? new Map([...all].map(([key, of]) => [key, of.filter(({ code }) => code !== 'host')]))
    : all;
  const answered = rows.filter(({ key }) => hasAnswered(answers.outcomes.get(key)));
  const silent = rows.filter(({ key }) => {
    const outcome = answers.outcomes.get(key);
    return outcome?.state === 'ended' && !hasAnswered(outcome);
  });
  const isAskable = (row: Row) =>
    !(faults.get(row.key) ?? []).some((one) => WHERE.includes(one.field) && !isDoubt(one));
  // Rows of a sheet are named and placed by themselves.
  const ofForm = new Map(
    [...list.faults].filter(
      ([name]) => !list.pasted || ['proj_code', 'template_key', 'like_id'].includes(name),
    ),
  );
  const [tried, setTried] = useState(false);
  /** Whether the form says what the devices are; else it tells what it lacks from now on. */
  const ready = (): boolean => {
    setTried(true);
    if (ofForm.size > 0) focusFault();
    return ofForm.size === 0;
  };
  const narrowed = onlySilent && silent.length > 0;
  return {
    ...form,
    set: (part: Partial<Draft>) => {
      if (WHO.some((name) => name in part)) answers.forget();
      form.set(part);
    },
    list,
    rows,
    shown: narrowed ? silent : rows,
    narrowed,
    onlySilent: setOnlySilent,
    port_id,
    formFaults: ofForm,
    tried,
    ready,
    rowFaults: faults,
    answers,
    answered,
    silent,
    test: (which: readonly Row[]) => {
      const askable = which.filter(isAskable);
      if (ready() && askable.length > 0) answers.ask(roundsFor(askable, draft, port_id));
    },
  };
}
export type Bulk = ReturnType<typeof useBulk>;
