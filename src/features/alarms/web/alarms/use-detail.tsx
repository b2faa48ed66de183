import { useTranslation } from 'react-i18next';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { AlarmView } from '../detail/AlarmView.tsx';
import { useNeighbours } from '../detail/neighbours.ts';
import { LogView } from '../logs/LogView.tsx';
import type { AlarmsAddress } from './alarms-list.ts';

/** The alarm, or the log, that is open beside the list. */
export function useDetail({ search, set }: AlarmsAddress): ListDetailProps {
  const { t } = useTranslation('detail');
  const { t: tl } = useTranslation('logs');
  const neighbours = useNeighbours(search);
  const { alarm, log } = search;
  const onClose = () => set({ alarm: undefined, log: undefined });
  if (alarm === undefined && log !== undefined) {
    return { title: tl('one'), opened: true, onClose, width: 620, children: <LogView key={log} log={log} /> };
  }
  const open = (next: string | undefined) => set({ alarm: next, log: undefined });
  return {
    title: t('title'),
    opened: alarm !== undefined,
    onClose,
    width: 680,
    children: alarm !== undefined && (
      <AlarmView key={alarm} id={Number(alarm)} neighbours={neighbours} onOpen={open} />
    ),
  };
}
