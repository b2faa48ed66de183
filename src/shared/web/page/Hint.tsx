import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './hint.module.css';

/** What a figure counts, for whoever points at the sign or comes to it with the keyboard. */
export function Hint({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.hint} aria-label={text}>
        <IconInfoCircle size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
