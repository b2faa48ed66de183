import { defineNotification } from '../../../shared/server/notifications/kinds.ts';
import type { Side } from '../comparison.model.ts';

interface Told {
  readonly serial_number: string;
  readonly plant: string;
  readonly month: string;
  readonly side: Side;
  /** Of the other side; null where that counted nothing at all. */
  readonly pct: number | null;
  readonly kwh: number;
}
type Params = Told & Readonly<Record<string, string | number | null>>;

const SIDES = {
  en: { device: 'its device', inverters: 'the inverters', distributor: 'the distributor', gse: 'GSE' },
  it: { device: 'il dispositivo', inverters: 'gli inverter', distributor: 'il distributore', gse: 'il GSE' },
} as const;

const figure = (language: 'en' | 'it', value: number, decimals: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: decimals, signDisplay: 'exceptZero' }).format(
    value,
  );

function differs(language: 'en' | 'it', { pct, kwh }: Told): string {
  const energy = `${figure(language, kwh, 0)} kWh`;
  return pct === null ? energy : `${figure(language, pct, 1)} % (${energy})`;
}

/** A month (YYYY-MM) as it is written on paper. */
const monthOf = (month: string): string => month.split('-').reverse().join('/');

/** A meter's month differs more than its threshold from what it is compared with. */
export const meterDiffers = defineNotification<Params>({
  kind: 'meters.difference',
  severity: 'W',
  capability: 'asset.read',
  channels: { bell: true, mail: false, digest: true },
  words: {
    en: {
      label: 'Meters that differ from what they are compared with',
      text: (told) =>
        `Meter ${told.serial_number} at ${told.plant} differs from ${SIDES.en[told.side]} in ${monthOf(told.month)}: ${differs('en', told)}`,
    },
    it: {
      label: 'Contatori che si scostano dai confronti',
      text: (told) =>
        `Il contatore ${told.serial_number} (${told.plant}) si scosta da quanto conta ${SIDES.it[told.side]} nel ${monthOf(told.month)}: ${differs('it', told)}`,
    },
  },
  link: ({ subject, params: { month } }) =>
    `/apps/asset/energy-meters?view=comparisons&month=${month}&open=${subject}`,
});
