import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const HOME = '/apps/cloudcontrol';

const GOOD = [
  'Nome;Descrizione;Indirizzo;Tipo;Ordine;Fattore;U.M.;Note',
  'ac_power_kw;Potenza attiva;40083;S32;word swap;0,001;W;',
  'dc_voltage_v;Tensione DC;40085;U16;;0,1;V;',
  'dc_current_a;Corrente DC;40086;U16;;0,01;A;',
  'Temperatura dissipatore;;40087;S16;;0,1;°C;',
  'frequency_hz;Frequenza;40087;U16;;0,01;Hz;',
].join('\r\n');

const BAD = [
  'name,fc,address,type,bit,factor,unit,colour,comment',
  'ac_power_kw,3,70000,uint16,,0.1,kW,red,',
  ',3,1,uint16,,1,,,',
  'dc_power_kw,1,4,uint16,,1,kW,,',
  'dc_power_kw,3,5,uint16,,1,kW,,',
  'dc_voltage_v,6,5,STRING32,,abc,V,,',
  'frequency_hz,3,65535,float,,0,Hz,,',
  'inverter_state,3,1,bit,,1,,,',
  'energy_total_kwh,3,40100,acc32,,0.01,kWh,,',
].join('\n');

const open = async (page: Page) => {
  await page.getByRole('link', { name: 'INV1', exact: true }).first().click();
  await page.getByRole('tab', { name: /^(Variabili|Variables)/ }).click();
  await page.getByRole('button', { name: /^(Mappa dei registri|Register map)$/ }).click();
  await page.getByRole('menuitem', { name: /^(Importa una mappa|Import a map)/ }).click();
  await page.getByRole('dialog').waitFor();
};
const choose = (name: string, text: string) => async (page: Page) => {
  await open(page);
  const buffer = Buffer.from(text);
  await page.locator('[role=dialog] input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^(Applica|Apply|Prima|Correct|Mend)/ }).waitFor();
};

const screen = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name: `map-${name}`,
  path: `${HOME}?plant=${SHOWN_PLANT}&q=INV1`,
  signedIn: true,
  ready: (page) => page.locator('a[data-row-link]').first().waitFor(),
  act,
});

/** A map of registers on its way into a device. */
export const MAP_SCREENS: readonly Screen[] = [
  screen('empty', open),
  screen('difference', choose('inverter.csv', GOOD)),
  screen('faults', choose('mappa-dal-manuale.csv', BAD)),
];
