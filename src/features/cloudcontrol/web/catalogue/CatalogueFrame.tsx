import { Tabs } from '@mantine/core';
import { IconCategory, IconMathFunction, IconStack2, IconTag, IconVariable } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { type DataColumn, searchRows } from '../../../../shared/web/list/data-table.model.ts';
import { TabCount } from '../../../../shared/web/list/TabCount.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { calculationsCalls } from '../../calculations.contract.ts';
import { catalogueCalls } from '../../catalogue.contract.ts';
import { useCalculationColumns } from '../calc/calculation-columns.tsx';
import { CatalogueLists } from './catalogue-search.ts';
import { useCategoriesKind } from './categories-kind.tsx';
import { useGroupsKind } from './groups-kind.tsx';
import { useNamesKind } from './names-kind.tsx';
import { useTagsKind } from './tags-kind.tsx';

/** The parts of the catalogue, each with an address of its own. */
const PARTS = {
  names: { to: '/apps/cloudcontrol/variable-names', icon: IconVariable },
  groups: { to: '/apps/cloudcontrol/variable-groups', icon: IconStack2 },
  categories: { to: '/apps/cloudcontrol/categories', icon: IconCategory },
  tags: { to: '/apps/cloudcontrol/tags', icon: IconTag },
  calculations: { to: '/apps/cloudcontrol/calc-group', icon: IconMathFunction },
} as const;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** Whether the page was reached by a tab: each part is a page of its own, and the focus stays on the tabs. */
let byTab = false;

/** How much of each part there is, or is found: what is looked for is looked for in all of them. */
function useFound(q: string): Record<Part, number | undefined> {
  const count = <T extends object>(rows: readonly T[] | undefined, columns: readonly DataColumn<T>[]) =>
    rows && searchRows(rows, columns, q).length;
  return {
    names: count(useCall(catalogueCalls.listNames).data, useNamesKind().columns),
    groups: count(useCall(catalogueCalls.listGroups).data, useGroupsKind().columns),
    categories: count(useCall(catalogueCalls.listCategories).data, useCategoriesKind().columns),
    tags: count(useCall(catalogueCalls.listTags).data, useTagsKind().columns),
    calculations: count(useCall(calculationsCalls.list).data, useCalculationColumns()),
  };
}

interface Props {
  part: Part;
  actions: ReactNode;
  children: ReactNode;
}

/** The one page of what a company calls things and what it calculates of them: its parts are tabs, with one search. */
export function CatalogueFrame({ part, actions, children }: Props) {
  const { t } = useTranslation('catalogue');
  const navigate = useNavigate();
  const { q } = useListState(CatalogueLists[part]).search;
  const found = useFound(q);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    // On a phone there is room for two.
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
    if (byTab) tab?.focus({ preventScroll: true });
    byTab = false;
  }, []);
  const open = (next: Part) => {
    byTab = true;
    void navigate({ to: PARTS[next].to, search: q === '' ? {} : { q } });
  };
  return (
    <Page title={t('title')} tabTitle={t(`${part}.title`)} actions={actions}>
      <Tabs value={part} onChange={(next) => next && next !== part && open(next as Part)}>
        <Tabs.List
          ref={tabs}
          mb={12}
          aria-label={t('title')}
          style={{ flexWrap: 'nowrap', overflow: 'auto hidden' }}
        >
          {NAMES.map((name) => {
            const Icon = PARTS[name].icon;
            const count = found[name];
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} aria-hidden="true" />}>
                {t(`${name}.title`)}
                {count !== undefined && <TabCount count={count} />}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {NAMES.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === part && (
              <>
                <Muted size="md" style={{ maxWidth: '84ch', marginBottom: 12 }}>
                  {t(`${name}.subtitle`)}
                </Muted>
                {children}
              </>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
