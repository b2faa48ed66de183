import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { FilterChips } from '../../../shared/web/list/FilterChips.tsx';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';
import { STATE_ICON } from '../../../shared/web/theme/states.ts';
import { SENDING_STATES } from '../home-states.model.ts';
import { residentialCalls } from '../residential.contract.ts';
import type { SendingState } from '../sending-states.model.ts';
import type { HomesList } from './homes-list.ts';
import { SENDING_LOOK } from './sending-looks.ts';

export type Address = AddressOf<typeof HomesList>;

/** Which homes the address names: the same in rows, as cards and on the map. */
export const filterOf = ({ search: { q, project, state } }: Address) => ({
  ...(q && { q }),
  ...(project && { project_id: project }),
  ...(state && { state }),
});

/** Homes of one project, or of all. */
export function ProjectFilter({ state }: { state: Address }) {
  const { t } = useTranslation('residential');
  const projects = useCall(residentialCalls.projects, {}, { staleTime: 60_000 });
  return (
    <PickFilter
      state={state}
      name={'project'}
      label={t('field.project')}
      any={t('any_project')}
      none={t('no_project')}
      options={(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** How homes send: each count is a filter. */
export function StateChips({
  state,
  counts,
}: {
  state: Address;
  counts: Readonly<Record<SendingState, number>> | undefined;
}) {
  const { t } = useTranslation('residential');
  const { state: sending } = state.search;
  return (
    <FilterChips
      label={t('field.state')}
      value={sending ?? ''}
      onChange={(next) => state.set({ state: next === '' || next === sending ? undefined : next })}
      chips={SENDING_STATES.map((one) => ({
        value: one,
        label: t(`state.${one}`),
        count: counts?.[one] ?? null,
        look: SENDING_LOOK[one],
        icon: STATE_ICON[SENDING_LOOK[one]],
      }))}
    />
  );
}
