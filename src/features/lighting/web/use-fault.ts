import { useTranslation } from 'react-i18next';

const CAUSES = [
  'silent',
  'link',
  'refused',
  'manual',
  'supply',
  'breaker',
  'feedback',
  'disabled',
  'unpaired',
  'not_configured',
  'no_controller',
  'no_lines',
  'line_off',
  'moved',
  'overtaken',
  'fault',
] as const;

/** Why something cannot be done with a box, in words. */
export function useFault(): (fault: string) => string {
  const { t } = useTranslation('lighting');
  return (fault) => {
    const known = CAUSES.find((cause) => cause === fault);
    return known === undefined ? fault : t(`cause.${known}`);
  };
}
