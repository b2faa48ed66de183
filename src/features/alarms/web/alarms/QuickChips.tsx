import { IconBellCheck, IconBellQuestion, IconUser, type TablerIcon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { FilterChips } from '../../../../shared/web/list/FilterChips.tsx';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { useOpenAlarms } from '../open-alarms.ts';
import type { AlarmsAddress, AlarmsSearch } from './alarms-list.ts';

interface Chip {
  key: 'alarms' | 'warnings' | 'not_acknowledged' | 'acknowledged' | 'mine';
  icon: TablerIcon;
  state?: 'alarm' | 'warning';
  /** What it puts into the address, and takes out of it when it is pressed again. */
  on: Partial<AlarmsSearch>;
  off: Partial<AlarmsSearch>;
  /** Which of the open alarms it leaves. */
  holds: (alarm: Alarm, me: number) => boolean;
}

const CHIPS: readonly Chip[] = [
  {
    key: 'alarms',
    icon: STATE_ICON.alarm,
    state: 'alarm',
    on: { type: 'E' },
    off: { type: undefined },
    holds: ({ type }) => type === 'E',
  },
  {
    key: 'warnings',
    icon: STATE_ICON.warning,
    state: 'warning',
    on: { type: 'W' },
    off: { type: undefined },
    holds: ({ type }) => type === 'W',
  },
  {
    key: 'not_acknowledged',
    icon: IconBellQuestion,
    on: { acknowledged: 'false' },
    off: { acknowledged: undefined },
    holds: ({ acknowledged_at }) => acknowledged_at === null,
  },
  {
    key: 'acknowledged',
    icon: IconBellCheck,
    on: { acknowledged: 'true' },
    off: { acknowledged: undefined },
    holds: ({ acknowledged_at }) => acknowledged_at !== null,
  },
  {
    key: 'mine',
    icon: IconUser,
    on: { assigned: 'me' },
    off: { assigned: undefined },
    holds: ({ assigned_to }, me) => assigned_to?.id === me,
  },
];

const isOn = (search: AlarmsSearch, on: Chip['on']): boolean =>
  Object.entries(on).every(([name, value]) => search[name as keyof AlarmsSearch] === value);

/** What is asked for most, one press away, with how many open alarms each leaves, whatever else narrows the list. */
export function QuickChips({ state: { search, set } }: { state: AlarmsAddress }) {
  const { t } = useTranslation('alarms');
  const { user_id } = useBelonging();
  const { data } = useOpenAlarms();
  const counts = useMemo(
    () =>
      data && new Map(CHIPS.map(({ key, holds }) => [key, data.filter((one) => holds(one, user_id)).length])),
    [data, user_id],
  );
  const pressed = new Set(CHIPS.flatMap(({ key, on }) => (isOn(search, on) ? [key] : [])));
  return (
    <FilterChips
      label={t('chip.title')}
      value={pressed}
      chips={CHIPS.map(({ key, icon, state }) => ({
        value: key,
        label: t(`chip.${key}`),
        icon,
        look: state,
        count: search.view === 'open' ? (counts?.get(key) ?? null) : undefined,
      }))}
      onChange={(key) => {
        const chip = CHIPS.find((one) => one.key === key);
        if (chip) set(pressed.has(key) ? chip.off : chip.on);
      }}
    />
  );
}
