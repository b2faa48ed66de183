import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import classes from './list.module.css';

/** Says how much came while somebody reads, and shows it when they ask. */
export function WaitingRows({ label, onShow }: { label: string | null; onShow: () => void }) {
  return (
    <div role="status" className={classes.waiting}>
      {label !== null && (
        <Button
          size="xs"
          leftSection={<IconArrowUp size={15} aria-hidden="true" />}
          onClick={() => {
            onShow();
            scrollTo({ top: 0 });
          }}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
