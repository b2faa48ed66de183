import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { Tonight } from '../lighting-fields.contract.ts';

type LineTonight = Tonight['lines'][number];

/** Lines of which the same is true stand together: their numbers, and one of them. */
export function alikeLines(
  lines: readonly LineTonight[],
  of: (line: LineTonight) => unknown,
): { numbers: string; one: LineTonight }[] {
  return [...Map.groupBy(lines, (line) => JSON.stringify(of(line))).values()].flatMap((group) =>
    group[0] ? [{ numbers: group.map(({ line }) => line).join(', '), one: group[0] }] : [],
  );
}

/** Why a time acts, in words. */
export function useWhy(): (why: LineTonight['on_why']) => string {
  const { t } = useTranslation('lighting');
  return ({ by, box, name }) => {
    if (by === 'exception') return t('why.exception', { name: name ?? '' });
    if (by === 'half_night') return t('why.half_night');
    return t(box ? `why.box_${by}` : `why.${by}`);
  };
}

/** At which time lines go on, or off, tonight, and why: beside the switch that says whether the sun decides. // docs/adr/0071 */
export function useActsTonight(tonight: Tonight): (edge: 'on' | 'off') => string {
  const { t } = useTranslation('lighting');
  const { time } = useFormat();
  const why = useWhy();
  return (edge) => {
    const at = ({ stretches }: LineTonight) =>
      (edge === 'on' ? stretches[0]?.from : stretches.at(-1)?.to) ?? null;
    const of = (line: LineTonight) => (edge === 'on' ? line.on_why : line.off_why);
    const groups = alikeLines(tonight.lines, (line) => [at(line), of(line)]);
    const said = groups.map(({ numbers, one }) => {
      const moment = at(one);
      const reason = why(of(one));
      const text = moment === null ? t('tonight.stays_dark', { why: reason }) : `${time(moment)}, ${reason}`;
      return groups.length === 1 ? text : t('tonight.of_lines', { numbers, text });
    });
    return t('tonight.acts', { text: said.join('; ') });
  };
}
