import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../../shared/web/ui/SideDrawer.tsx';
import type { AlarmsSearch } from '../alarms/alarms-search.ts';
import { AlarmView } from './AlarmView.tsx';
import { useNeighbours } from './neighbours.ts';

interface Props {
  search: AlarmsSearch;
  /** Undefined closes it. */
  onOpen: (alarm: string | undefined) => void;
}

/** One alarm beside the list it was opened from; its address is a link. */
export function AlarmDrawer({ search, onOpen }: Props) {
  const { t } = useTranslation('detail');
  const neighbours = useNeighbours(search);
  const { alarm } = search;
  return (
    <SideDrawer
      title={t('title')}
      side="right"
      width={680}
      opened={alarm !== undefined}
      onClose={() => onOpen(undefined)}
    >
      {alarm !== undefined && (
        <AlarmView key={alarm} id={Number(alarm)} neighbours={neighbours} onOpen={onOpen} />
      )}
    </SideDrawer>
  );
}
