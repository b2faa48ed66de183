import { Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import {
  type Application,
  type Entry,
  type Group,
  holdsPath,
  standsAt,
  visibleGroups,
} from '../navigation.ts';
import styles from './Sidebar.module.css';

function SidebarEntry({ entry, onFollow }: { entry: Entry; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation();
  const label = entry.label[useLanguage()];
  const within = useRouterState({ select: (state) => standsAt(entry, state.location.pathname) });
  if ('soon' in entry) {
    // aria-disabled instead of disabled: the tooltip must be reachable by keyboard. // spec §2: coming soon
    return (
      <Tooltip label={t('nav.coming_soon')} position="right" withinPortal={false} floatingStrategy="fixed">
        <button type="button" className={styles.entry} aria-disabled="true">
          {label}
        </button>
      </Tooltip>
    );
  }
  return (
    <Link
      to={entry.to}
      className={styles.entry}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      {...(within ? { 'aria-current': 'true' as const } : {})}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      <entry.icon size={17} stroke={1.7} aria-hidden="true" />
      {label}
    </Link>
  );
}

function SidebarGroup({ group, onFollow }: { group: Group; onFollow: (() => void) | undefined }) {
  const label = group.label[useLanguage()];
  const id = useId();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const arrived = holdsPath(group, pathname);
  const [open, setOpen] = useState(arrived);
  useEffect(() => {
    if (arrived) setOpen(true);
  }, [arrived]);
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <group.icon size={18} stroke={1.7} aria-hidden="true" />
        {label}
        <IconChevronDown className={styles.chevron} size={15} aria-hidden="true" />
      </button>
      <ul id={id} className={styles.entries} hidden={!open}>
        {group.entries.map((entry) => (
          <li key={entry.label.en}>
            <SidebarEntry entry={entry} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Groups({ application, onFollow }: { application: Application; onFollow?: () => void }) {
  const { roles } = useCompany();
  return (
    <ul className={styles.groups}>
      {visibleGroups(application.groups, roles).map((group) => (
        <SidebarGroup key={group.label.en} group={group} onFollow={onFollow} />
      ))}
    </ul>
  );
}

/** The sidebar of an application, beside its screens. */
export function Sidebar({ application }: { application: Application }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.sidebar} aria-label={t('nav.label')}>
      <Groups application={application} />
    </nav>
  );
}

/** The same menu laid over a narrow screen. // spec §9: mobile breakpoint, width under 769 px */
export function NarrowSidebar(props: { application: Application; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SideDrawer
      title={t('header.menu')}
      side="left"
      width={280}
      opened={props.opened}
      onClose={props.onClose}
    >
      <nav aria-label={t('nav.label')}>
        <Groups application={props.application} onFollow={props.onClose} />
      </nav>
    </SideDrawer>
  );
}
