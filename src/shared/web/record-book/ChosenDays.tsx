import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Muted } from '../page/Text.tsx';
import type { CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';
import type { Chosen } from './use-choosing.ts';

/** Says how days are chosen, and while several are, which. */
export function ChosenDays({
  choosing: { chosen },
  onChoose,
}: { choosing: Chosen } & Pick<CalendarProps, 'onChoose'>) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  if (!onChoose) return null;
  const several = chosen !== null && chosen.from !== chosen.to;
  return (
    <Muted>
      <span aria-live="polite">
        {several
          ? t('calendar.chosen', { from: dayOf(chosen.from), to: dayOf(chosen.to) })
          : t('calendar.choose')}
      </span>
    </Muted>
  );
}
