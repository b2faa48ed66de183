import type { AlarmRulePreview } from './alarm-rules.contract.ts';
import { PREVIEW_LISTED } from './rule-preview.model.ts';

type Raised = AlarmRulePreview['proposed'];

const sumOf = (a: Raised, b: Raised): Raised => ({
  count: a.count + b.count,
  repeats: a.repeats + b.repeats,
  stood_min: a.stood_min + b.stood_min,
  first: [...a.first, ...b.first].toSorted((x, y) => x.from.localeCompare(y.from)).slice(0, PREVIEW_LISTED),
});

/** What was known of some plants, and the answer that went on from there, as one. */
export function joinPreviews(before: AlarmRulePreview, more: AlarmRulePreview): AlarmRulePreview {
  const days = new Map(before.days.map((day) => [day.day, day]));
  for (const { day, proposed, in_force, real, read } of more.days) {
    const known = days.get(day) ?? { day, proposed: 0, in_force: 0, real: 0, read: false };
    days.set(day, {
      day,
      proposed: known.proposed + proposed,
      in_force: known.in_force + in_force,
      real: known.real + real,
      read: known.read || read,
    });
  }
  return {
    ...more,
    step_min: Math.max(before.step_min, more.step_min),
    plants: {
      asked: more.plants.asked,
      looked_at: before.plants.looked_at + more.plants.looked_at,
    },
    proposed: sumOf(before.proposed, more.proposed),
    in_force: sumOf(before.in_force, more.in_force),
    real: before.real + more.real,
    days: [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}
