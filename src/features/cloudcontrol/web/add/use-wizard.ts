import { useEffect, useMemo, useState } from 'react';
import type { DeviceTree } from '../../configuration.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { placedOf } from '../field/home/home.model.ts';
import { useParameters } from '../field/use-devices.ts';
import { useTemplates } from '../templates/use-templates.ts';
import type { AddSearch } from './add-search.ts';
import { draftOf } from './address.model.ts';
import { hasAnswered, roundsFor } from './answers.model.ts';
import {
  type Draft,
  type DraftFaults,
  type DraftField,
  type Row,
  type RowField,
  rowsOf,
  settled,
} from './draft.model.ts';
import { type FindField, questionOf } from './find-form.model.ts';
import { focusFault } from './focus-fault.ts';
import { patternFor } from './names.model.ts';
import { pastedRows } from './paste.model.ts';
import { faultsOfRows, isDoubt } from './row-faults.model.ts';
import { useAnswers } from './use-answers.ts';

/** Fields that decide who is asked, and as what: what was answered before is nobody's any more. */
const WHO: readonly DraftField[] = [
  'how',
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

function firstDraft(tree: DeviceTree, search: AddSearch): Draft {
  const [only] = tree.length === 1 ? tree : [];
  const draft = draftOf(search);
  const like = placedOf(tree).find(({ device }) => String(device.id) === draft.like_id);
  return { ...draft, proj_code: draft.proj_code || like?.plant.proj_code || (only?.proj_code ?? '') };
}

/** What is typed above the rows, and what of it stands in the plant. */
function useDraft(tree: DeviceTree, search: AddSearch) {
  const [typed, setTyped] = useState(() => firstDraft(tree, search));
  // Another address of this screen was opened while it was on screen.
  useEffect(() => {
    setTyped((before) => (search.how === before.how ? before : firstDraft(tree, search)));
  }, [tree, search]);
  const [virtual, setVirtual] = useState(false);
  const templates = useTemplates();
  const sections = (useParameters().data?.sections ?? []).filter((one) => one.proj_code === typed.proj_code);
  const plant = tree.find(({ proj_code }) => proj_code === typed.proj_code);
  const { how, kind, way, ...draft } = settled(typed);
  const reached = how === 'range' && way === 'addresses' ? '' : draft.port_id;
  const port = plant?.ports.find(({ id }) => String(id) === reached);
  const like = placedOf(tree).find(({ device }) => String(device.id) === draft.like_id)?.device;
  const template = templates.data?.find(({ key }) => key === draft.template_key);
  const category = { template: template?.category, like: like?.category, sunspec: undefined }[kind];
  const usual = patternFor(category ?? 'inverter');
  // A port that is gone, or of another plant, is none; names are the usual ones until somebody says otherwise.
  const meant: Draft = {
    ...draft,
    // A virtual device is nowhere in the field.
    host: how === 'hand' && virtual ? '' : draft.host,
    how,
    kind,
    way,
    port_id: port ? draft.port_id : '',
    pattern: draft.pattern || usual,
  };
  const set = (part: Partial<Draft>) => setTyped((before) => ({ ...before, ...part }));
  return { typed, draft: meant, usual, set, setVirtual, templates, sections, tree, plant, port };
}

/** The rows with what was typed in them; a serial number and a power that were read stand where nobody typed one. */
function useRows({ draft, plant }: ReturnType<typeof useDraft>, answers: ReturnType<typeof useAnswers>) {
  const [edits, setEdits] = useState<Edits>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sheet, setPasted] = useState<readonly Row[] | null>(null);
  // What was pasted belongs to the range; no other way of adding has rows of a sheet.
  const pasted = draft.how === 'range' ? sheet : null;
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
    /** Whether more was typed than the address keeps. */
    typed: pasted !== null || edits.size > 0,
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
    /** Begins anew, from what the form says. */
    reset: () => {
      setPasted(null);
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

const ALWAYS: readonly DraftField[] = ['proj_code', 'template_key', 'like_id'];

/** What is wrong with the form: of a search, or of the rows; rows of a sheet are named and placed by themselves. */
function formFaults(
  draft: Draft,
  list: ReturnType<typeof useRows>,
  port: { framer: Draft['framer'] } | undefined,
): DraftFaults {
  if (draft.how === 'found') return questionOf(draft, port?.framer).faults ?? new Map<FindField, never>();
  return new Map([...list.faults].filter(([name]) => !list.pasted || ALWAYS.includes(name)));
}

/** Everything of the screen: the form, the rows that it comes to, and what they answered. */
export function useWizard(tree: DeviceTree, search: AddSearch) {
  const answers = useAnswers();
  const form = useDraft(tree, search);
  const list = useRows(form, answers);
  const [onlySilent, setOnlySilent] = useState(false);
  const [tried, setTried] = useState(false);
  const { draft, plant, port } = form;
  const { rows } = list;
  const port_id = list.pasted ? null : (port?.id ?? null);
  const framer = port_id === null ? draft.framer : (port?.framer ?? draft.framer);
  const rowFaults = useMemo(
    () => faultsOfRows(rows, { plant, port_id, framer }),
    [rows, plant, port_id, framer],
  );
  const answered = rows.filter(({ key }) => hasAnswered(answers.outcomes.get(key)));
  const silent = rows.filter(({ key }) => {
    const outcome = answers.outcomes.get(key);
    return outcome?.state === 'ended' && !hasAnswered(outcome);
  });
  const isAskable = (row: Row) =>
    !(rowFaults.get(row.key) ?? []).some((one) => WHERE.includes(one.field) && !isDoubt(one));
  const ofForm = formFaults(draft, list, port);
  /** Whether the form says all that is needed; else it tells what it lacks from now on. */
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
    rowFaults,
    answers,
    answered,
    silent,
    test: (which: readonly Row[]) => {
      const askable = which.filter(isAskable);
      if (askable.length > 0) answers.ask(roundsFor(askable, draft, port_id));
    },
  };
}
export type Wizard = ReturnType<typeof useWizard>;
