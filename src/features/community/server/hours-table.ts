import type { TableFormat } from '../../../shared/contract/table-file.ts';
import { LocalTime, type TableColumn, type tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import { MARKET_CLOCK } from '../../../shared/units/zones.ts';
import type { MeasuredHour, MeasuredHours } from '../measured.contract.ts';
import en from '../web/results/i18n/en.json' with { type: 'json' };
import it from '../web/results/i18n/it.json' with { type: 'json' };

const WORDS = { en, it };
type Figure = {
  [K in keyof MeasuredHour]: MeasuredHour[K] extends number | null ? K : never;
}[keyof MeasuredHour];

/** The hours behind a plant's euros, or a member's share, as a table; what is not known stays empty. */
export function hoursTable(
  { plant, member, month, hours }: MeasuredHours,
  { format, language }: { format: TableFormat; language: Language },
): Parameters<typeof tableAnswer<MeasuredHour>>[0] {
  const t = WORDS[language];
  const name = plant?.proj_code ?? String(member?.id ?? '');
  const figure = (head: string, key: Figure): TableColumn<MeasuredHour> => ({
    head,
    width: 18,
    of: (hour) => hour[key],
  });
  const kwh = (text: string, key: Figure) => figure(`${text} (kWh)`, key);
  const perMwh = (text: string, key: Figure) => figure(`${text} (€/MWh)`, key);
  const euros = (text: string, key: Figure) => figure(`${text} (€)`, key);
  const money = [
    perMwh(t.hours.price, 'price_eur_mwh'),
    perMwh(t.hours.base, 'base'),
    perMwh(t.hours.variable, 'variable'),
    perMwh(t.hours.correction, 'correction'),
    perMwh(t.hours.grant_cut, 'grant_cut'),
    figure(`${t.hours.touched} (0–1)`, 'touched'),
    perMwh(t.hours.tip, 'tip'),
    kwh(t.field.incentivised, 'incentivised_kwh'),
    euros(t.hours.incentive, 'incentive_eur'),
    euros(t.hours.surplus, 'surplus_eur'),
    euros(t.field.grant_cut, 'grant_cut_eur'),
    euros(t.hours.valorisation, 'valorisation_eur'),
  ];
  return {
    name: t.hours.file.replace('{{name}}', name).replace('{{month}}', month),
    sheet: `${t.hours.label} ${month}`,
    language,
    format,
    columns: [
      {
        head: `${t.field.hour} (${MARKET_CLOCK})`,
        width: 18,
        time: true,
        of: ({ at }) => new LocalTime(new Date(at), MARKET_CLOCK),
      },
      // An hour that comes twice when clocks go back is told apart.
      { head: 'UTC', width: 22, of: ({ at }) => at },
      kwh(plant ? t.hours.own_injected : t.hours.own_withdrawn, 'own_kwh'),
      { head: t.hours.source, width: 18, of: ({ own_source }) => own_source && t.source[own_source] },
      kwh(t.hours.substation_injected, 'substation_injected_kwh'),
      kwh(t.hours.substation_withdrawn, 'substation_withdrawn_kwh'),
      kwh(t.hours.substation_shared, 'substation_shared_kwh'),
      figure(t.hours.unknown_pods, 'unknown_pods'),
      kwh(t.hours.own_shared, 'own_shared_kwh'),
      ...(plant ? money : [figure(`${t.hours.served} (0–1)`, 'served')]),
    ],
    page: { rows: hours },
  };
}
