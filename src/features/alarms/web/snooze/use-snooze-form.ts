import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type SnoozeKind, snoozesCalls } from '../../snoozes.contract.ts';
import { useDayLabels } from './day-labels.ts';
import {
  missingIn,
  nextHour,
  type SnoozePlant,
  type SnoozeRequest,
  spanOf,
  validDays,
} from './snooze.model.ts';
import { useInForce } from './snooze-queries.ts';

/** What the server may answer beside the usual. */
const ERROR_CODES = [
  'planned_already',
  'other_in_force',
  'start_past',
  'start_too_far',
  'end_before_start',
  'end_too_far',
] as const;

/** Says why a snooze was not saved. */
function useSnoozeError(): (fault: unknown) => string {
  const { t } = useTranslation('snooze');
  const sentence = useRefusalSentence();
  return (fault) => {
    if (!(fault instanceof CallError)) return sentence(fault);
    const code = fault.errors.map((error) => error.code).find((one) => one !== undefined);
    const known = ERROR_CODES.find((one) => one === code);
    if (known) return t(`refused.${known}`);
    return fault.status === 400 ? t('incomplete') : sentence(fault);
  };
}

/** Says what was saved: of planned work until when it is set, and from when where it is not from now on. */
function useSavedMessage(): (request: SnoozeRequest, zone: string) => string {
  const { t } = useTranslation('snooze');
  const labels = useDayLabels();
  return (request, zone) => {
    const span = request.kind === 'planned_work' ? spanOf(request, zone, Date.now()) : null;
    // spec §8: the sentence of a mute
    if (!span) return t('saved');
    const until = labels(span.end, zone);
    if (request.from === null) return t('saved_planned', { until });
    return t('saved_planned_from', { from: labels(span.start, zone), until });
  };
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** What a crew's work usually takes. */
const USUAL_WORK_MS = 4 * 3_600_000;

type InForce = ReturnType<typeof useInForce>;

/** Saves a wish for one plant after the other; answers those that could not be, with why. */
function useSaveSnoozes({ of }: InForce) {
  const company = useCompany().id_client;
  const saveOne = (request: SnoozeRequest, plant: SnoozePlant) => {
    const span = spanOf(request, plant.time_zone, Date.now());
    return send(snoozesCalls.snooze, {
      params: { proj_code: plant.proj_code },
      body: {
        kind: request.kind,
        ...(request.kind === 'planned_work'
          ? { ends_at: new Date(span?.end ?? 0).toISOString() }
          : { days: validDays(request.days) ?? 0 }),
        snooze_message: request.message.trim(),
        ...(request.from !== null && span ? { starts_at: new Date(span.start).toISOString() } : {}),
        // What the person saw in force: when it is another by then, they are told instead of replacing it.
        ...(request.from === null ? { replaces: of(plant)?.id ?? null } : {}),
      },
      company,
    });
  };
  return async (request: SnoozeRequest, plants: readonly SnoozePlant[]) => {
    const failed: { plant: SnoozePlant; fault: unknown }[] = [];
    for (const plant of plants) await saveOne(request, plant).catch((fault) => failed.push({ plant, fault }));
    await renewed(company, snoozesCalls.snooze);
    return failed;
  };
}

/** The form of a snooze: what is typed, what is missing of it, and how its saving goes. */
export function useSnoozeForm(plants: readonly SnoozePlant[], kind: SnoozeKind, onDone: () => void) {
  const { t } = useTranslation('snooze');
  const messageFor = useSnoozeError();
  const savedMessage = useSavedMessage();
  const zone = plants[0]?.time_zone ?? BROWSER_ZONE;
  const [request, setRequest] = useState<SnoozeRequest>(() => ({
    kind,
    days: '',
    message: '',
    from: null,
    to: nextHour(Date.now() + USUAL_WORK_MS, zone),
  }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Of several: those that are saved already. */
  const [saved, setSaved] = useState<readonly string[]>([]);
  const inForce = useInForce(plants);
  const saveSnoozes = useSaveSnoozes(inForce);
  // What would be replaced must have been seen; a planned one replaces nothing yet.
  const blocked = request.from === null && !inForce.known;
  const missing = tried ? missingIn(request, zone, Date.now()) : [];

  const save = async () => {
    setBusy(true);
    const waiting = plants.filter(({ proj_code }) => !saved.includes(proj_code));
    const failed = await saveSnoozes(request, waiting);
    setBusy(false);
    const [first] = failed;
    if (first) {
      const names = failed.map(({ plant }) => plant.plant_name).join(', ');
      setRefusal(
        plants.length === 1 ? messageFor(first.fault) : t('left', { names, why: messageFor(first.fault) }),
      );
      const open = new Set(failed.map(({ plant }) => plant.proj_code));
      setSaved(plants.flatMap(({ proj_code }) => (open.has(proj_code) ? [] : [proj_code])));
      return;
    }
    toast.done(savedMessage(request, zone));
    onDone();
  };
  const submit = () => {
    if (busy || blocked) return;
    setTried(true);
    const complete = plants.length > 0 && missingIn(request, zone, Date.now()).length === 0;
    setRefusal(complete ? null : t('incomplete'));
    if (complete) void save();
  };
  const change = (part: Partial<SnoozeRequest>) => setRequest((old) => ({ ...old, ...part }));
  return {
    wish: request,
    inForce,
    change,
    later: (on: boolean) => change({ from: on ? nextHour(Date.now(), zone) : null }),
    blocked,
    missing,
    lacksPlants: tried && plants.length === 0,
    busy,
    refusal,
    submit,
  };
}
export type SnoozeForm = ReturnType<typeof useSnoozeForm>;
