import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationsCalls } from '../../../../shared/contract/notifications.contract.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { HeaderButton } from '../../../../shared/web/ui/HeaderButton.tsx';
import styles from './Bell.module.css';
import { BellList, type BellParts } from './BellList.tsx';

/** What an area shows in the bell of what it keeps itself, beside what areas published. */
export interface BellSupply extends BellParts {
  /** What the bell's name says of it: once it is known, whether there is any; `null` before. */
  label: { text: string; any: boolean } | null;
  /** How much of it calls, and how bad the worst is; null for nothing. */
  calling: { text: string; state: 'alarm' | 'warning' } | null;
  failed: boolean;
  pending: boolean;
  /** When it was loaded, in milliseconds since 1970. */
  updatedAt: number;
  onRetry: () => void;
}

/** A count as the bell shows it, which has room for two figures. */
export const bellCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** The bell's name, by what is known of what the area keeps, and how many notifications of others are unread. */
function useName({ label, failed }: BellSupply, unread: number): string {
  const { t } = useTranslation('bell');
  const said = { count: unread, shown: bellCount(unread) };
  if (label === null && !failed) return t('title');
  if (label && !label.any && unread > 0) return t('unread', said);
  const text = label?.text ?? t('unavailable');
  return unread > 0 ? t('and_unread', { ...said, label: text }) : text;
}

/** How much calls, or that this could not be found out; where nothing does, how many notifications are unread. */
function Mark({ supply: { label, calling, failed }, unread }: { supply: BellSupply; unread: number }) {
  if (label === null && failed)
    return (
      <span className={styles.count} data-state="nodata" aria-hidden="true">
        ?
      </span>
    );
  if (calling)
    return (
      <span className={styles.count} data-state={calling.state}>
        {calling.text}
      </span>
    );
  if (unread === 0) return null;
  return (
    <span className={styles.count} data-state="nodata" aria-hidden="true">
      {bellCount(unread)}
    </span>
  );
}

/** The notifications of the active company: what an area keeps itself, and what others published and is unread. */
export function NotificationBell(supply: BellSupply) {
  const { t } = useTranslation('bell');
  const [open, setOpen] = useState(false);
  const news = useCall(notificationsCalls.list, { query: { unread: 'true', page_size: '20' } });
  const unread = news.data?.unread ?? 0;
  const name = useName(supply, unread);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="none"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <HeaderButton
          label={name}
          tooltip={t('title')}
          opened={open}
          aria-expanded={open}
          style={{ overflow: 'visible' }}
          onClick={() => setOpen(!open)}
        >
          <span className={styles.bell}>
            <IconBell size={18} stroke={1.7} />
            <Mark supply={supply} unread={unread} />
          </span>
        </HeaderButton>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" style={{ overflow: 'hidden' }}>
        <BellList
          parts={supply}
          news={news.data?.results ?? []}
          unread={unread}
          failed={supply.failed || news.isError}
          updatedAt={Math.min(supply.updatedAt, news.dataUpdatedAt)}
          pending={supply.pending || news.isPending}
          onLeave={() => setOpen(false)}
          onRetry={() => {
            supply.onRetry();
            void news.refetch();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
