import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { SearchField } from '../../../shared/web/list/SearchField.tsx';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { SENDING_STATES } from '../home-states.model.ts';
import type { HomePlace } from '../places.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import { type Address, filterOf, ProjectFilter, StateChips } from './HomesFilters.tsx';
import classes from './homes-map.module.css';
import { SENDING_LOOK } from './sending-looks.ts';

const PointsMap = lazy(async () => ({
  default: (await import('../../../shared/web/geo/PointsMap.tsx')).PointsMap,
}));

function Placed({ homes }: { homes: readonly HomePlace[] }) {
  const { t } = useTranslation('residential');
  const navigate = useNavigate();
  const may = useCan('residential.curves');
  const points = useMemo(
    () =>
      homes.map(({ proj_code, latitude, longitude, state }) => ({
        key: proj_code,
        latitude,
        longitude,
        look: SENDING_LOOK[state],
      })),
    [homes],
  );
  const open = (proj_code: string) =>
    void navigate({ to: '/apps/cerresid/residenziale/$proj_code', params: { proj_code } });
  return (
    <div className={classes.map}>
      <Suspense fallback={<Waiting heights={[480]} />}>
        <PointsMap label={t('map.label')} points={points} {...(may && { onChoose: open })} />
      </Suspense>
    </div>
  );
}

/** Where homes stand, in the colours of how they send: those that the address names, which the list says in words. */
export function HomesMap({ state }: { state: Address }) {
  const { t } = useTranslation('residential');
  const { t: common } = useTranslation();
  const { number } = useFormat();
  const places = useCall(
    residentialCalls.places,
    { query: filterOf(state) },
    { placeholderData: keepPreviousData },
  );
  return (
    <Section title={t('map.title')} hint={t('map.hint')} look="plain">
      <Toolbar>
        <SearchField
          label={common('table.search')}
          value={state.search.q}
          onSearch={(q) => state.set({ q })}
        />
        <ProjectFilter state={state} />
        <StateChips state={state} counts={places.data?.states} />
      </Toolbar>
      <Known query={places} height={480}>
        {({ homes, without_place }) => (
          <>
            <Placed homes={homes} />
            <div className={classes.legend}>
              {SENDING_STATES.map((one) => (
                <StatePill
                  key={one}
                  state={SENDING_LOOK[one]}
                  label={`${t(`state.${one}`)}: ${number(homes.filter((home) => home.state === one).length, 0)}`}
                />
              ))}
              {without_place > 0 && <Muted>{t('map.without_place', { n: number(without_place, 0) })}</Muted>}
            </div>
          </>
        )}
      </Known>
    </Section>
  );
}
