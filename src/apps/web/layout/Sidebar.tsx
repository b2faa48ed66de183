import { AppShell, Menu, NavLink, ScrollArea, Tooltip } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconHome } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCompany } from '../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import {
  type Application,
  type Entry,
  type Group,
  holdsPath,
  isPageOf,
  standsAt,
  visibleGroups,
} from '../navigation.ts';

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Whoever is at a screen beneath an entry's own is not on its page. */
const EXACT = { exact: true, includeSearch: false } as const;

const usePath = () => useRouterState({ select: (state) => state.location.pathname });
/** `page` on the entry's own screen, `true` on those beneath it. */
function currentAt(entry: Entry, pathname: string): 'page' | 'true' | undefined {
  if (isPageOf(entry, pathname)) return 'page';
  return standsAt(entry, pathname) ? 'true' : undefined;
}

interface EntryProps {
  entry: Entry;
  onFollow: (() => void) | undefined;
}

/** What is only announced: aria-disabled and not disabled, so that its tooltip is reached by keyboard. // spec §2: coming soon */
function Soon({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('nav.coming_soon')} position="right" withinPortal={false} floatingStrategy="fixed">
      {children}
    </Tooltip>
  );
}

function SidebarEntry({ entry, onFollow }: EntryProps) {
  const label = entry.label[useLanguage()];
  const current = currentAt(entry, usePath());
  if ('soon' in entry) {
    return (
      <Soon>
        <NavLink component="button" type="button" c="dimmed" aria-disabled="true" label={label} />
      </Soon>
    );
  }
  return (
    <NavLink
      renderRoot={(root) => <Link to={entry.to} activeOptions={EXACT} {...root} />}
      active={current !== undefined}
      aria-current={current}
      leftSection={<entry.icon {...ICON} size={17} />}
      label={label}
      {...(onFollow ? { onClick: onFollow } : {})}
    />
  );
}

function SidebarGroup({ group, onFollow }: { group: Group; onFollow: (() => void) | undefined }) {
  const label = group.label[useLanguage()];
  const arrived = holdsPath(group, usePath());
  const [open, setOpen] = useState(arrived);
  useEffect(() => {
    if (arrived) setOpen(true);
  }, [arrived]);
  return (
    <NavLink
      component="button"
      type="button"
      aria-expanded={open}
      opened={open}
      onChange={setOpen}
      leftSection={<group.icon {...ICON} />}
      label={label}
      childrenOffset={16}
    >
      {group.entries.map((entry) => (
        <SidebarEntry key={entry.label.en} entry={entry} onFollow={onFollow} />
      ))}
    </NavLink>
  );
}

/** A group as its icon alone: its entries open beside it. */
function RailGroup({ group }: { group: Group }) {
  const language = useLanguage();
  const pathname = usePath();
  const label = group.label[language];
  return (
    <Menu
      trigger="click-hover"
      position="right-start"
      width={232}
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <NavLink
          component="button"
          type="button"
          active={holdsPath(group, pathname)}
          aria-label={label}
          leftSection={<group.icon {...ICON} size={20} />}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {group.entries.map((entry) =>
          'soon' in entry ? (
            <Soon key={entry.label.en}>
              <Menu.Item c="dimmed" aria-disabled="true" closeMenuOnClick={false}>
                {entry.label[language]}
              </Menu.Item>
            </Soon>
          ) : (
            <Menu.Item
              key={entry.label.en}
              leftSection={<entry.icon {...ICON} size={17} />}
              aria-current={currentAt(entry, pathname)}
              renderRoot={(root) => <Link to={entry.to} activeOptions={EXACT} {...root} />}
            >
              {entry.label[language]}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Wide screens have room for words, narrower ones for icons: what a person chose instead is kept for each, in this browser. */
export function useRail(): { rail: boolean; setRail: (rail: boolean) => void } {
  const { user_id } = useBelonging();
  const narrow = useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false });
  const [rail, setRail] = useLocalStorage({
    key: `sidebarRail:${narrow ? 'narrow' : 'wide'}:${user_id}`,
    defaultValue: narrow,
    getInitialValueInEffect: false,
  });
  return { rail, setRail };
}

interface SidebarProps {
  application: Application;
  rail: boolean;
}

/** The sidebar of an application, beside its screens. */
export function Sidebar({ application, rail }: SidebarProps) {
  const { t } = useTranslation();
  const { roles } = useCompany();
  const groups = visibleGroups(application.groups, roles);
  return (
    <AppShell.Navbar p={8} visibleFrom="sm" aria-label={t('nav.label')} data-rail={rail || undefined}>
      <AppShell.Section grow component={ScrollArea} {...(rail ? { style: { overflow: 'visible' } } : {})}>
        {groups.map((group) =>
          rail ? (
            <RailGroup key={group.label.en} group={group} />
          ) : (
            <SidebarGroup key={group.label.en} group={group} onFollow={undefined} />
          ),
        )}
      </AppShell.Section>
    </AppShell.Navbar>
  );
}

interface NarrowProps {
  application: Application;
  opened: boolean;
  onClose: () => void;
}

/** The same menu laid over a narrow screen. // spec §9: mobile breakpoint, width under 769 px */
export function NarrowSidebar({ application, opened, onClose }: NarrowProps) {
  const { t } = useTranslation();
  const { roles } = useCompany();
  return (
    <SideDrawer title={t('header.menu')} side="left" width={280} opened={opened} onClose={onClose}>
      <nav aria-label={t('nav.label')}>
        <NavLink
          renderRoot={(root) => <Link to={application.home} {...root} />}
          leftSection={<IconHome {...ICON} />}
          label={t('header.home')}
          onClick={onClose}
        />
        {visibleGroups(application.groups, roles).map((group) => (
          <SidebarGroup key={group.label.en} group={group} onFollow={onClose} />
        ))}
      </nav>
    </SideDrawer>
  );
}
