import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ITALY, localDay } from '../../../shared/units/zones.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { holidaysAhead } from '../holidays.model.ts';
import type { Exception } from '../night.model.ts';

type Typed = Partial<Omit<Exception, 'position'>> | undefined;

/** As it is typed so far; a day that is missing is none. */
const asException = (one: Typed, at: number): Exception => ({
  position: at + 1,
  name: one?.name ?? '',
  from_day: one?.from_day || '9999-12-31',
  to_day: one?.to_day || '0000-01-01',
  every_year: one?.every_year === true && Boolean(one.from_day && one.to_day),
  only_holidays: one?.only_holidays === true,
  lines: one?.lines ?? [],
  kind: one?.kind ?? 'all_night',
  turn_on_date: null,
  turn_off_date: null,
});

/** What a row of public holidays comes to in the next twelve months, and which of these nights an exception above it takes. */
export function HolidayNights({ at }: { at: string }) {
  const { t } = useTranslation('lighting');
  const { date } = useFormat();
  const [typed, patron_day] = useWatch({ name: ['exceptions', 'patron_day'] }) as [Typed[], string | null];
  const position = Number(at.split('.').at(-1)) + 1;
  const exceptions = typed.map(asException);
  if (!exceptions[position - 1]?.only_holidays) return null;
  const today = localDay(ITALY, Date.now()).day;
  const nights = holidaysAhead({ exceptions, times: { patron_day } }, { position, from: today });
  const said = nights.map(({ day, holiday, before }) => {
    const night = `${date(day)} ${t(`exceptions.of.${holiday}`)}`;
    return before === null ? night : t('exceptions.beaten', { night, name: before });
  });
  return (
    <Muted style={{ gridColumn: '1 / -1' }}>
      {said.length === 0 ? t('exceptions.none_ahead') : t('exceptions.nights', { nights: said.join(', ') })}
    </Muted>
  );
}
