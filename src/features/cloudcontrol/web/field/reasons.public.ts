import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reason } from '../../configured.contract.ts';
import { EXCEPTION_CODES, SILENCE_CODES } from '../../device-log.model.ts';
import { TASK_CODES, VALUE_CODES } from '../../field-tools.model.ts';

const CODES = [...SILENCE_CODES, ...TASK_CODES, ...VALUE_CODES];

/** What a reason's sentence names, where it can be said without: not everybody is told addresses and what the system said. */
const NAMED = {
  gateway: 'exception',
  refused_address: 'address',
  connect_failed: 'detail',
  garbage: 'detail',
  refused_tty: 'tty',
  tty_failed: 'detail',
  configuration: 'detail',
} as const;
/** What the system says of a connection that failed, where that can be said in words. */
const SYSTEM_CODES = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
] as const;

type Bare = keyof typeof NAMED;
const isBare = (code: string): code is Bare => code in NAMED;

/** The words for a Modbus exception; 0 is no answer at all. */
export function useExceptionLabels(): (exception: number) => string {
  const { t } = useTranslation('cloudcontrol');
  return useCallback(
    (exception: number) => {
      const known = EXCEPTION_CODES.find((code) => code === exception);
      return known === undefined
        ? t('acquisition.exception.other', { exception })
        : t(`acquisition.exception.${known}`);
    },
    [t],
  );
}

/** Says why a device or a port is silent, or why nothing came of what was asked by hand; a code of a newer program stands as it is. */
export function useReasonLabels(): (reason: Reason | null) => string | null {
  const { t } = useTranslation('cloudcontrol');
  const exceptionWords = useExceptionLabels();
  return useCallback(
    (reason: Reason | null) => {
      if (reason === null) return null;
      const known = CODES.find((code) => code === reason.code);
      if (known === undefined) return String(reason.code ?? '');
      if (isBare(known) && reason[NAMED[known]] === undefined) return t(`acquisition.reason_bare.${known}`);
      const { exception, detail } = reason;
      const system = SYSTEM_CODES.find((code) => String(detail).includes(code));
      if (known === 'connect_failed' && system)
        return t('acquisition.reason.connect_failed', { detail: t(`acquisition.system.${system}`) });
      const worded =
        typeof exception === 'number' ? { ...reason, exception: exceptionWords(exception) } : reason;
      return t(`acquisition.reason.${known}`, worded);
    },
    [t, exceptionWords],
  );
}
