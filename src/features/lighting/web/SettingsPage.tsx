import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconLink, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../shared/web/list/list-props.ts';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { boxesCalls } from '../boxes.contract.ts';
import { municipalitiesCalls } from '../municipalities.contract.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { everyBox } from './all-boxes.ts';
import { CautionSection } from './CautionSection.tsx';
import { ClaimDialog } from './ClaimDialog.tsx';
import { BoxesList } from './lists.ts';
import { NewMunicipality } from './NewMunicipality.tsx';
import { PricesSection } from './PricesSection.tsx';
import { useBoxColumns } from './use-box-columns.tsx';

/** Boxes that wait for a municipality, and what is done with them. */
function Unpaired() {
  const { t } = useTranslation('lighting');
  const state = useListState(BoxesList);
  const may = useCan('lighting.switch');
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const { q, page } = state.search;
  const filters = { unassigned: 'true' as const, ...(q !== '' && { search: q }) };
  const query = { page, page_size: String(PAGE_SIZE), ...filters };
  const company = useCompany().id_client;
  const boxes = useCall(boxesCalls.list, { query }, { placeholderData: (before) => before });
  return (
    <>
      <ListPage
        state={state}
        label={t('settings.unpaired')}
        columns={useBoxColumns()}
        query={boxes}
        rowKey={({ id }) => id}
        empty={{ icon: IconLink, title: t('settings.none_unpaired') }}
        bulk={
          may
            ? {
                all: t('settings.all'),
                nameOf: ({ serial }) => serial,
                label: t('settings.unpaired'),
                chosen: (rows) => t('settings.chosen', { count: rows.length }),
                everything: everyBox(company, filters),
                actions: (rows, choose) => (
                  <Button
                    onClick={() => {
                      setChosen(rows.map(({ id }) => id));
                      choose([]);
                    }}
                  >
                    {t('settings.assign')}
                  </Button>
                ),
              }
            : undefined
        }
      />
      {chosen && <AssignDialog boxes={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Municipalities of the company, each with its settings. */
function Municipalities({ onAdd }: { onAdd: (() => void) | null }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const query = useCall(municipalitiesCalls.list);
  return (
    <Known query={query} height={200}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            icon={IconBuildingCommunity}
            title={t('settings.no_comuni')}
            action={onAdd && <Button onClick={onAdd}>{t('settings.add_comune')}</Button>}
          />
        ) : (
          <Entries>
            {rows.map(({ id, name, province, boxes }) => (
              <Entry
                key={id}
                icon={IconBuildingCommunity}
                name={
                  <Link to="/apps/illuminazione/settings/comune" search={{ comune: String(id) }}>
                    {`${name} (${province})`}
                  </Link>
                }
                details={t('settings.boxes', { count: boxes, shown: number(boxes, 0) })}
              />
            ))}
          </Entries>
        )
      }
    </Known>
  );
}

/** Boxes to be paired, and the municipalities that are lit. // spec §2 */
export function SettingsPage() {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.municipality');
  const [adding, setAdding] = useState(false);
  const [claiming, setClaiming] = useState(false);
  const mayClaim = useCan('lighting.switch');
  const add = may ? () => setAdding(true) : null;
  return (
    <Page title={t('settings.title')}>
      <Section
        title={t('settings.unpaired')}
        hint={t('settings.unpaired_hint')}
        look="plain"
        actions={
          mayClaim && (
            <Button leftSection={<IconLink size={16} aria-hidden="true" />} onClick={() => setClaiming(true)}>
              {t('claim.title')}
            </Button>
          )
        }
      >
        <Unpaired />
      </Section>
      <Section
        title={t('settings.comuni')}
        actions={
          add && (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t('settings.add_comune')}
            </Button>
          )
        }
      >
        <Municipalities onAdd={add} />
      </Section>
      <PricesSection />
      <CautionSection />
      {claiming && <ClaimDialog onClose={() => setClaiming(false)} />}
      {adding && <NewMunicipality onClose={() => setAdding(false)} />}
    </Page>
  );
}
