import { useTranslation } from 'react-i18next';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { AlarmView } from '../detail/AlarmView.tsx';
import { useNeighbours } from '../detail/neighbours.ts';
import type { AlarmsAddress } from './alarms-list.ts';

/** The alarm that is open beside the list. */
export function useDetail({ search, set }: AlarmsAddress): ListDetailProps {
  const { t } = useTranslation('detail');
  const neighbours = useNeighbours(search);
  const { alarm } = search;
  const onClose = () => set({ alarm: undefined });
  const open = (next: string | undefined) => set({ alarm: next });
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
