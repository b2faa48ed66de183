import type { Area, MarketZone } from './rules.ts';

/** Regions by ISTAT code: area of the tariff's correction, and market zone since 2021. Source: regional lists of D.M. 414/2023; Terna's zones. */
export const REGIONS: Readonly<Record<number, { readonly area: Area; readonly zone: MarketZone }>> = {
  1: { area: 'north', zone: 'NORD' }, // Piemonte
  2: { area: 'north', zone: 'NORD' }, // Valle d'Aosta
  3: { area: 'north', zone: 'NORD' }, // Lombardia
  4: { area: 'north', zone: 'NORD' }, // Trentino-Alto Adige
  5: { area: 'north', zone: 'NORD' }, // Veneto
  6: { area: 'north', zone: 'NORD' }, // Friuli-Venezia Giulia
  7: { area: 'north', zone: 'NORD' }, // Liguria
  8: { area: 'north', zone: 'NORD' }, // Emilia-Romagna
  9: { area: 'centre', zone: 'CNOR' }, // Toscana
  10: { area: 'centre', zone: 'CSUD' }, // Umbria
  11: { area: 'centre', zone: 'CNOR' }, // Marche
  12: { area: 'centre', zone: 'CSUD' }, // Lazio
  13: { area: 'centre', zone: 'CSUD' }, // Abruzzo
  14: { area: 'south', zone: 'SUD' }, // Molise
  15: { area: 'south', zone: 'CSUD' }, // Campania
  16: { area: 'south', zone: 'SUD' }, // Puglia
  17: { area: 'south', zone: 'SUD' }, // Basilicata
  18: { area: 'south', zone: 'CALA' }, // Calabria
  19: { area: 'south', zone: 'SICI' }, // Sicilia
  20: { area: 'south', zone: 'SARD' }, // Sardegna
};
