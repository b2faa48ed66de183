import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { ConflictNotice, type Difference } from '../../../../shared/web/ui/ConflictNotice.tsx';
import type { ChartDefinition } from '../../saved-charts.contract.ts';
import { boardKey } from '../chart/board-search.public.ts';
import { fullLabel } from './ChosenSeries.tsx';
import type { Item } from './tree.model.ts';
import type { Conflict } from './use-saving.ts';

interface Props {
  conflict: Conflict;
  byKey: ReadonlyMap<string, Item>;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** A chart's contents in words, each under the name of its field. */
function useLabels(byKey: Props['byKey']) {
  const { t } = useTranslation('board');
  const { t: charts } = useTranslation('charts');
  const language = useLanguage();
  const seriesOf = ({ series }: ChartDefinition) =>
    series
      .map((one) => byKey.get(boardKey(one)))
      .flatMap((item) => (item ? fullLabel(item, language) : []))
      .join(', ');
  const periodOf = ({ span, date, to, last }: ChartDefinition) =>
    [charts(`range.${span}`), last && charts(`duration.${last}`), date, to].filter(Boolean).join(' ');
  const comparedOf = ({ compare }: ChartDefinition) => {
    if (!compare) return '';
    return compare.with === 'plant' ? (compare.proj_code ?? '') : t(`conflict.${compare.with}`);
  };
  const stepOf = ({ resolution, aggregate }: ChartDefinition) =>
    [resolution === 'auto' ? '' : charts(`step.${resolution}`), aggregate ?? ''].filter(Boolean).join(', ');
  return [
    [t('conflict.series'), seriesOf],
    [t('conflict.period'), periodOf],
    [t('conflict.resolution'), stepOf],
    [charts('compare.label'), comparedOf],
  ] as const;
}

/** Two people, or two tabs, saved the same chart: both versions, and the choice between them. */
export function ConflictPanel({ conflict: { mine, stored }, byKey, busy, onMine, onTheirs }: Props) {
  const { t } = useTranslation('board');
  const words = useLabels(byKey);
  const yes = (shared: boolean) => (shared ? t('conflict.yes') : t('conflict.no'));
  const { name, shared, definition } = { ...stored, ...mine };
  const all: Difference[] = [
    { label: t('save.name'), mine: name, theirs: stored.name },
    { label: t('saved.shared'), mine: yes(shared), theirs: yes(stored.shared) },
    ...words.map(([label, messageFor]) => ({
      label,
      mine: messageFor(definition),
      theirs: messageFor(stored.definition),
    })),
  ];
  const differences = all.filter((one) => one.mine !== one.theirs);
  return <ConflictNotice differences={differences} busy={busy} onMine={onMine} onTheirs={onTheirs} />;
}
