import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { In } from '../../../../shared/contract/call.ts';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { faultAt } from '../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type SnoozeKind, snoozesCalls } from '../../snoozes.contract.ts';
import { useDayLabels } from './day-labels.ts';
import {
  nextHour,
  type SnoozePlant,
  type SnoozeRequest,
  snoozeBody,
  snoozeFaults,
  spanOf,
} from './snooze.model.ts';
import { useInForce } from './snooze-queries.ts';

/** Says what was saved: of planned work until when it is set, and from when where it is not from now on. */
function useSavedMessage(): (request: SnoozeRequest, zone: string) => string {
  const { t } = useTranslation('snooze');
  const labels = useDayLabels();
  return (request, zone) => {
    const span = request.kind === 'planned_work' ? spanOf(request, zone, Date.now()) : null;
    // spec §8: the sentence of a mute
    if (!span) return t('saved');
    const until = labels(span.end, zone);
    if (request.starts_at === null) return t('saved_planned', { until });
    return t('saved_planned_from', { from: labels(span.start, zone), until });
  };
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** What a crew's work usually takes. */
const USUAL_WORK_MS = 4 * 3_600_000;

const usualEnd = (zone: string): string => nextHour(Date.now() + USUAL_WORK_MS, zone);

type SnoozeBody = In<(typeof snoozesCalls)['snooze']['body']>;

/** The other snooze is seen among those in force: it is no other version of what was typed. */
const withoutVersions = (fault: unknown) =>
  fault instanceof CallError ? new CallError(fault.status, { ...fault.problem, stored: undefined }) : fault;

/** Of several plants: those that are snoozed already, and those that could not be. */
interface Progress {
  saved: readonly string[];
  left: readonly SnoozePlant[];
}

export interface SnoozeFormOptions {
  /** One, or several that are snoozed alike. */
  plants: readonly SnoozePlant[];
  /** Where the plants are chosen here, all that can be; `plants` are those to begin with. */
  among?: readonly SnoozePlant[] | undefined;
  kind: SnoozeKind;
  onDone: () => void;
}

/** Planned work that nobody has set another end to ends as usual by the clocks of the plants that are chosen. */
function useUsualEnd({ getValues, resetField }: UseFormReturn<SnoozeRequest>, zone: string): void {
  const offered = useRef({ zone, end: getValues('ends_at') });
  useEffect(() => {
    if (zone === offered.current.zone) return;
    const untouched = getValues('ends_at') === offered.current.end;
    offered.current = { zone, end: usualEnd(zone) };
    if (untouched) resetField('ends_at', { defaultValue: offered.current.end });
  }, [zone, getValues, resetField]);
}

/** The form of a snooze: the same for each of its plants, by the plant's own clock, saved for one after the other. */
export function useSnoozeForm({ plants, among, kind, onDone }: SnoozeFormOptions) {
  const company = useCompany().id_client;
  const savedMessage = useSavedMessage();
  const [progress, setProgress] = useState<Progress>({ saved: [], left: [] });
  const chosenOf = (codes: readonly string[]) =>
    among ? among.filter(({ proj_code }) => codes.includes(proj_code)) : plants;
  const zoneOf = (codes: readonly string[]) => chosenOf(codes)[0]?.time_zone ?? BROWSER_ZONE;
  const [record] = useState<SnoozeRequest>(() => {
    const codes = plants.map(({ proj_code }) => proj_code);
    return {
      kind,
      plants: codes,
      days: null,
      snooze_message: '',
      starts_at: null,
      ends_at: usualEnd(zoneOf(codes)),
    };
  });
  const saveAll = async (request: SnoozeRequest) => {
    const waiting = chosenOf(request.plants).filter(({ proj_code }) => !progress.saved.includes(proj_code));
    const failed: { plant: SnoozePlant; fault: unknown }[] = [];
    for (const plant of waiting) {
      const body = { ...snoozeBody(request, plant.time_zone), ...replacing(request, plant) } as SnoozeBody;
      const params = { proj_code: plant.proj_code };
      await send(snoozesCalls.snooze, { params, body, company }).catch((fault) =>
        failed.push({ plant, fault }),
      );
    }
    const left = failed.map(({ plant }) => plant);
    const saved = waiting.filter((plant) => !left.includes(plant)).map(({ proj_code }) => proj_code);
    setProgress({ saved: [...progress.saved, ...saved], left });
    if (failed[0]) throw withoutVersions(failed[0].fault);
  };
  const form = useRecordForm({
    call: snoozesCalls.snooze,
    params: { proj_code: plants[0]?.proj_code ?? '' },
    record,
    toBody: (request) => snoozeBody(request, zoneOf(request.plants)),
    check: (request) => [
      ...(chosenOf(request.plants).length === 0 ? [faultAt('plants', 'required')] : []),
      ...snoozeFaults(request, zoneOf(request.plants), Date.now()),
    ],
    send: async (): Promise<void> => saveAll(form.form.getValues()),
    words: 'snooze',
    quiet: true,
    onSaved: () => {
      const request = form.form.getValues();
      toast.done(savedMessage(request, zoneOf(request.plants)));
      onDone();
    },
  });
  const request = form.form.watch();
  useUsualEnd(form.form, zoneOf(request.plants));
  const chosen = chosenOf(request.plants);
  const inForce = useInForce(chosen);
  // What the person saw in force: when it is another by then, they are told instead of replacing it.
  const replacing = ({ starts_at }: SnoozeRequest, plant: SnoozePlant) =>
    starts_at === null ? { replaces: inForce.of(plant)?.id ?? null } : {};
  return {
    form,
    request,
    chosen,
    zone: zoneOf(request.plants),
    left: progress.left,
    inForce,
    /** What would be replaced must have been seen; a planned one replaces nothing yet. */
    blocked: request.starts_at === null && !inForce.known,
    later: (on: boolean) => (on ? nextHour(Date.now(), zoneOf(request.plants)) : null),
  };
}
export type SnoozeForm = ReturnType<typeof useSnoozeForm>;
