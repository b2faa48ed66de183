/** Kinds of production; irradiance and sleep at night belong to photovoltaic plants only. // spec §3 productionType */
export const PRODUCTION_TYPES = ['photovoltaic', 'wind', 'hydro', 'biogas', 'cogeneration', 'other'] as const;
export type ProductionType = (typeof PRODUCTION_TYPES)[number];
