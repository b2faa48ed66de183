import { useTranslation } from 'react-i18next';
import { useQuestion } from '../../../../../shared/web/forms/use-question.tsx';

/**
 * Asks before a device gets a number that another one behind its port has: two logical devices of one unit may share it,
 * else both fail. The question belongs outside of the form.
 */
export function useUnitQuestion() {
  const { t } = useTranslation('field');
  const { ask, question } = useQuestion();
  const askOfUnit = (unit: number | null, names: readonly string[]) =>
    names.length === 0 ||
    ask({
      title: t('unit.same', { unit: unit ?? 0, names: names.join(', ') }),
      confirm: t('unit.save'),
      text: t('unit.why'),
    });
  return { askOfUnit, question };
}
