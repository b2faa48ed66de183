import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { useReasonLabels } from '../../cloudcontrol/web/field/reasons.public.ts';
import { variableNamesCalls } from '../../plants/variable-names.contract.ts';
import type { Alarm } from '../alarms.contract.ts';
import { meterDifferenceOf, timeText } from '../meter-difference.model.ts';

/** The exception of a gateway whose device does not answer. */
const NO_TARGET = 11;

type Said = Pick<Alarm, 'code' | 'params'>;

/** Why a port or a device is silent, as the field said it: `reason` and its own parameters. */
function useSilence(): (params: Alarm['params']) => string | null {
  const labels = useReasonLabels();
  return (params) => {
    if (typeof params.reason !== 'string') return null;
    const own = Object.entries(params).flatMap(([name, value]) =>
      name.startsWith('reason_') && value !== null ? [[name.slice('reason_'.length), value] as const] : [],
    );
    const reason = { code: params.reason, ...Object.fromEntries(own) };
    // That the device behind the gateway does not answer is what the gateway's sentence says already.
    return labels(params.reason_exception === NO_TARGET ? { code: params.reason } : reason);
  };
}

/** What a variable is called in the company; as its key until that is known. */
function useVariableLabel(variable: Alarm['params'][string] | undefined): string {
  const language = useLanguage();
  const { data = [] } = useCall(variableNamesCalls.variablesName, typeof variable === 'string' ? {} : null, {
    staleTime: 300_000,
  });
  return data.find(({ name }) => name === variable)?.[`label_${language}`] ?? String(variable);
}

/** What an alarm's parameters say beyond its sentence, in the reader's language; null where they say nothing more. */
export function useParamLabels({ code, params }: Said): string | null {
  const { t } = useTranslation('alarms');
  const variable = useVariableLabel(params.variable);
  const { number } = useFormat();
  const silence = useSilence();
  const signed = (value: number, decimals: number) => `${value > 0 ? '+' : ''}${number(value, decimals)}`;
  const percent = (value: unknown) => (typeof value === 'number' ? number(Math.abs(value), 1) : null);
  const sentences: Partial<Record<Alarm['code'], (params: Alarm['params']) => string | null>> = {
    string_weak: ({ strings, n, of }) =>
      strings ? t('params.strings', { strings: String(strings), n: Number(n), of: Number(of) }) : null,
    connection_lost: ({ port, ports, lost_pct }) => {
      const share = percent(lost_pct);
      const lost = share === null ? '' : ` · ${t('params.lost', { share })}`;
      if (port) return `${t('params.port', { port: String(port) })}${lost}`;
      return ports ? t('params.ports', { count: Number(ports) }) : null;
    },
    device_silent: ({ lost_pct }) => {
      const share = percent(lost_pct);
      return share === null ? null : t('params.lost', { share });
    },
    under_expectation: ({ deficit_pct }) => {
      const share = percent(deficit_pct);
      return share === null ? null : t('params.deficit', { share });
    },
    meter_mismatch: ({ deviation_pct }) => {
      const share = percent(deviation_pct);
      return share === null ? null : t('params.deviation', { share });
    },
    readings_still: ({ power_kw }) =>
      typeof power_kw === 'number' ? t('params.still', { power: number(power_kw, 1) }) : null,
    readings_implausible: ({ power_kw, share_pct }) =>
      typeof power_kw === 'number' && typeof share_pct === 'number'
        ? t('params.implausible', { power: number(power_kw, 1), share: number(share_pct, 0) })
        : null,
    meter_difference: (own) => {
      const found = meterDifferenceOf(own);
      if (!found) return null;
      const { serial_number, side, pct, kwh, threshold_pct } = found;
      return t('params.meter_difference', {
        serial_number,
        time: timeText(found),
        side: t(`params.against.${side}`),
        difference: pct === null ? `${signed(kwh, 0)} kWh` : `${signed(pct, 1)} %`,
        threshold: number(threshold_pct, 1),
      });
    },
    production_unread: (own) => (own.variable ? t('params.variable', { variable }) : null),
  };
  const said = [sentences[code]?.(params) ?? null, silence(params)].filter((one) => one !== null);
  return said.length === 0 ? null : said.join(' · ');
}
