import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';

import { SENDING_STATES } from '../home-states.model.ts';
import type { HomePlace } from '../places.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
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

/** Where homes stand, in the colours of how they send; the list of homes says the same in words. */
export function HomesMap({ query }: { query: { project_id?: string } }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const places = useCall(residentialCalls.places, { query });
  return (
    <Section title={t('map.title')} hint={t('map.hint')} look="plain">
      <Known query={places} height={480}>
        {({ homes, without_place }) => (
          <>
            <Placed homes={homes} />
            <div className={classes.legend}>
              {SENDING_STATES.map((state) => (
                <StatePill
                  key={state}
                  state={SENDING_LOOK[state]}
                  label={`${t(`state.${state}`)}: ${number(homes.filter((one) => one.state === state).length, 0)}`}
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
