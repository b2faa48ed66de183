import { IconInfoCircle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type Notification, notificationsCalls } from '../../../../shared/contract/notifications.contract.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { formatDateTime, formatDateTimeAt } from '../../../../shared/web/format/dates.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { BellEntry } from './BellEntry.public.tsx';

const LOOK = { E: 'alarm', W: 'warning' } as const;

/** A notification that an area published: it leads to its record, and counts as read from then on. */
export function News({ news, onLeave }: { news: Notification; onLeave: () => void }) {
  const router = useRouter();
  const reading = useSend(notificationsCalls.markRead);
  const { id, severity, message, link, plant, at } = news;
  const when = plant ? formatDateTimeAt(at, plant.time_zone) : formatDateTime(at);
  return (
    <li>
      <BellEntry
        state={severity === null ? 'nodata' : LOOK[severity]}
        icon={IconInfoCircle}
        href={link}
        plant={plant?.name}
        onClick={(event) => {
          reading.mutate({ body: { ids: [id] } });
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onLeave();
          router.history.push(link);
        }}
      >
        <span>{message}</span>
        <Muted as="span" className="num">
          {when}
        </Muted>
      </BellEntry>
    </li>
  );
}
