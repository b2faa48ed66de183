import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { type Direction, moverId } from './use-move-group.ts';

interface Props {
  name: string;
  id: number;
  /** Among all groups, from 0. */
  place: number;
  count: number;
  /** Whether the table stands in the groups' own order, whole. */
  inOrder: boolean;
  onMove: (id: number, direction: Direction) => void;
}

/** Moves a group up and down among the others. */
export function MoveButtons({ name, id, place, count, inOrder, onMove }: Props) {
  const { t } = useTranslation('catalogue');
  const obstacleAt = (end: boolean) => {
    if (!inOrder) return t('groups.not_in_order');
    return end ? t('groups.at_end') : null;
  };
  return (
    <>
      <RowButton
        id={moverId(id, 'up')}
        label={t('groups.up', { name })}
        icon={IconArrowUp}
        obstacle={obstacleAt(place <= 0)}
        onClick={() => onMove(id, 'up')}
      />
      <RowButton
        id={moverId(id, 'down')}
        label={t('groups.down', { name })}
        icon={IconArrowDown}
        obstacle={obstacleAt(place >= count - 1)}
        onClick={() => onMove(id, 'down')}
      />
    </>
  );
}
