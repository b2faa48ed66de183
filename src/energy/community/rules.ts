/** A rule of the law or of practice as it stands from a day on. Rules are added, never changed. // spec §3: CER */
export interface RuleVersion<T> {
  /** Named beside each euro that was calculated by it. */
  readonly version: string;
  /** First day on which it holds, YYYY-MM-DD. */
  readonly from: string;
  readonly source: string;
  /** No official text was read that says so: the portal says 'assumption' beside it. */
  readonly assumption: boolean;
  readonly value: T;
}

/** The version that holds on a day; before the first one, the first. */
export function ruleOn<T>(versions: readonly RuleVersion<T>[], day: string): RuleVersion<T> {
  const found = versions.filter(({ from }) => from <= day).at(-1) ?? versions[0];
  if (!found) throw new RangeError('a table of rules holds none');
  return found;
}

/** A rule as it is named beside what was calculated by it. */
export type RuleNote = Pick<RuleVersion<unknown>, 'version' | 'source' | 'assumption'>;

/** The versions of tables that hold on a day. */
export const notesOn = (tables: readonly (readonly RuleVersion<unknown>[])[], day: string): RuleNote[] =>
  tables.map((table) => {
    const { version, source, assumption } = ruleOn(table, day);
    return { version, source, assumption };
  });

/** Base and cap of plants up to a nominal power, EUR/MWh. */
export interface TariffClass {
  readonly up_to_kw: number;
  readonly base: number;
  readonly cap: number;
}

export interface TariffTable {
  readonly classes: readonly TariffClass[];
  /** The variable part is what the zonal price lacks to this, EUR/MWh. */
  readonly reference_price: number;
  /** Added after the cap, photovoltaic plants only, EUR/MWh. */
  readonly correction: Readonly<Record<Area, number>>;
  readonly years: number;
}

export const AREAS = ['north', 'centre', 'south'] as const;
export type Area = (typeof AREAS)[number];
export const ZONES = ['NORD', 'CNOR', 'CSUD', 'SUD', 'CALA', 'SICI', 'SARD'] as const;
export type MarketZone = (typeof ZONES)[number];

/** Premium tariff of energy communities. */
export const TARIFF: readonly RuleVersion<TariffTable>[] = [
  {
    version: 'TIP-2024',
    from: '2024-01-24',
    source:
      'D.M. 414/2023; energia.regione.emilia-romagna.it, tariffa premio; assistenza.clienti.gse.it, FAQ tariffe CER',
    assumption: false,
    value: {
      classes: [
        { up_to_kw: 200, base: 80, cap: 120 },
        { up_to_kw: 600, base: 70, cap: 110 },
        { up_to_kw: 1000, base: 60, cap: 100 },
      ],
      reference_price: 180,
      correction: { north: 10, centre: 4, south: 0 },
      years: 20,
    },
  },
];

/** What a capital grant takes from the tariff: linear from none to the most. */
export const GRANT: readonly RuleVersion<{ readonly most_share: number; readonly most_reduction: number }>[] =
  [
    {
      version: 'GRANT-2024',
      from: '2024-01-24',
      source:
        'D.M. 414/2023 annex 1 (linear form not read there); sunnycer.it/consumatori: 120 to 60 EUR/MWh',
      assumption: true,
      value: { most_share: 0.4, most_reduction: 0.5 },
    },
  ];

/** Most cost of a plant of which a capital grant pays its share, EUR for each kW of plants up to a nominal power. */
export const GRANT_COST: readonly RuleVersion<
  readonly { readonly up_to_kw: number; readonly eur_per_kw: number }[]
>[] = [
  {
    version: 'GRANT-COST-2024',
    from: '2024-01-24',
    source: 'senec.com/it/blog/incentivi-cer-la-suddivisione-degli-incentivi (grants of the PNRR)',
    assumption: false,
    value: [
      { up_to_kw: 20, eur_per_kw: 1500 },
      { up_to_kw: 200, eur_per_kw: 1200 },
      { up_to_kw: 600, eur_per_kw: 1100 },
      { up_to_kw: 1000, eur_per_kw: 1050 },
    ],
  },
];

/** Shared quota above which the premium is surplus, for plants with the tariff alone and with a capital grant. */
export const SURPLUS: readonly RuleVersion<{ readonly tariff_only: number; readonly with_grant: number }>[] =
  [
    {
      version: 'SURPLUS-2024',
      from: '2024-01-24',
      source:
        'D.M. 414/2023; energia.regione.emilia-romagna.it, tariffa premio; prod-energia.regione.fvg.it (of which energy the quota is taken was not read)',
      assumption: true,
      value: { tariff_only: 0.55, with_grant: 0.45 },
    },
  ];

/** Variable parts of the network tariffs that shared energy spares, EUR/MWh. */
export const NETWORK: readonly RuleVersion<{ readonly trase: number; readonly btau: number }>[] = [
  {
    version: 'NETWORK-2023',
    from: '2023-01-01',
    source: 'general knowledge; fits elettronews.com',
    assumption: true,
    value: { trase: 8.48, btau: 0.6 },
  },
  {
    version: 'NETWORK-2024',
    from: '2024-01-01',
    source:
      'energia.regione.emilia-romagna.it, il corrispettivo di valorizzazione (which parts a community is given back is inferred)',
    assumption: true,
    value: { trase: 10.57, btau: 0.65 },
  },
  {
    version: 'NETWORK-2025',
    from: '2025-01-01',
    source: 'no value of 2025 or later was found: those of 2024',
    assumption: true,
    value: { trase: 10.57, btau: 0.65 },
  },
];

/** Guaranteed minimum price of the Ritiro Dedicato for photovoltaic plants; null where none was found. */
export const MINIMUM_PRICE: readonly RuleVersion<{
  readonly eur_per_mwh: number | null;
  readonly up_to_kwh: number;
}>[] = [
  {
    version: 'PMG-UNKNOWN',
    from: '2024-01-01',
    source: 'no value of 2024 or 2025 was found',
    assumption: true,
    value: { eur_per_mwh: null, up_to_kwh: 1_500_000 },
  },
  {
    version: 'PMG-2026',
    from: '2026-01-01',
    source: 'arera.it, prezzi minimi garantiti; pv-magazine.it/?p=27044',
    assumption: false,
    value: { eur_per_mwh: 47.5, up_to_kwh: 1_500_000 },
  },
];

/** Plants in operation until this day are existing ones: valorised only, and at most this share of the power. */
export const EXISTING: readonly RuleVersion<{ readonly until: string; readonly most_share: number }>[] = [
  {
    version: 'EXISTING-2024',
    from: '2024-01-24',
    source:
      'energia.regione.emilia-romagna.it, requisiti per la tariffa premio; rienergia.staffettaonline.com',
    assumption: false,
    value: { until: '2021-12-15', most_share: 0.3 },
  },
];

/** kWh of a year that a kWp makes on a plane of 30° to the south, by market zone, where no typical year is known. */
export const SUN: readonly RuleVersion<Readonly<Record<MarketZone, number>>>[] = [
  {
    version: 'SUN-2025',
    from: '2025-01-01',
    source:
      'assumed sun: order of magnitude of PVGIS (European Commission, JRC) in the middle of each market zone',
    assumption: true,
    value: { NORD: 1250, CNOR: 1350, CSUD: 1400, SUD: 1450, CALA: 1500, SICI: 1550, SARD: 1500 },
  },
];

/** Most nominal power of a plant that earns the premium tariff, kW. */
export const MAX_POWER_KW = 1000;
