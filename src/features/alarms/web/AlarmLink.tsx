import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to an alarm's own view beside the list; `kept` keeps the list's filters, where the link stands in that list. */
export function AlarmLink(props: { id: number; kept?: boolean; name?: string; children: ReactNode }) {
  const alarm = String(props.id);
  const { name } = props;
  const named = name === undefined ? {} : { 'aria-label': name, title: name };
  const shown = {
    preload: false,
    style: { color: 'inherit', fontWeight: 560 },
    'data-alarm': alarm,
    'data-row-link': true,
    ...named,
  } as const;
  if (!props.kept) {
    return (
      <Link to="/apps/asset/alarms" search={{ alarm }} {...shown}>
        {props.children}
      </Link>
    );
  }
  return (
    <Link
      from="/apps/asset/alarms"
      to="/apps/asset/alarms"
      search={(old) => ({ ...old, alarm, log: undefined })}
      resetScroll={false}
      {...shown}
    >
      {props.children}
    </Link>
  );
}
