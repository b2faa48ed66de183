import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../alarms.module.css';

/** Says how much came while somebody reads, and shows it when they ask. */
export function Waiting(props: {
  count: number;
  of: 'list.waiting' | 'by_plant.waiting';
  onShow: () => void;
}) {
  const { count, of, onShow } = props;
  const { t } = useTranslation('alarms');
  return (
    <div role="status" className={classes.waiting} data-any={count > 0 || undefined}>
      {count > 0 && (
        <Button
          size="xs"
          leftSection={<IconArrowUp size={15} aria-hidden="true" />}
          onClick={() => {
            onShow();
            scrollTo({ top: 0 });
          }}
        >
          {t(of, { count })}
        </Button>
      )}
    </div>
  );
}
