import type { AlarmEvent } from '../../alarms.contract.ts';

/** A stretch of a history: one event, or how often the fault came and went without anybody doing anything. */
export type Stretch = { event: AlarmEvent } | { flapped: readonly AlarmEvent[] };

/** Fewer are read as they are. */
const MIN_FOLDED_EVENTS = 4;

const comesOrGoes = ({ kind }: AlarmEvent): boolean => kind === 'repeated' || kind === 'closed';

/** A history in which a fault that came and went for hours takes one line; how it stood last is a line of its own. */
export function stretchesOf(history: readonly AlarmEvent[]): Stretch[] {
  const stretches: Stretch[] = [];
  let run: AlarmEvent[] = [];
  const close = () => {
    const last = run.pop();
    if (run.length >= MIN_FOLDED_EVENTS) stretches.push({ flapped: run });
    else stretches.push(...run.map((event) => ({ event })));
    if (last) stretches.push({ event: last });
    run = [];
  };
  for (const event of history) {
    if (comesOrGoes(event)) run.push(event);
    else {
      close();
      stretches.push({ event });
    }
  }
  close();
  return stretches;
}
