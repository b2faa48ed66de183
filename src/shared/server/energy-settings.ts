import { z } from 'zod';

/** How much carbon dioxide a kWh of the grid stands for, and who says so. */
export interface EnergySettings {
  /** kg of CO2 for each kWh; null: nothing is said of what was avoided. */
  readonly co2KgPerKwh: number | null;
  readonly co2Source: string;
}

const FACTOR = 'must be kg of CO2 for each kWh, from 0 to 2';

/** What the environment says of energy's figures. The descriptions are what docs/settings.md lists. */
export const energyEnvironment = {
  CO2_KG_PER_KWH: z.coerce
    .number(FACTOR)
    .min(0, FACTOR)
    .max(2, FACTOR)
    .optional()
    .describe('kg of CO2 that a kWh of the grid stands for; without it nothing is said of CO2 avoided'),
  CO2_SOURCE: z
    .string()
    .trim()
    .max(200, 'may have 200 characters')
    .default('')
    .describe('who says so, and of which year: it stands beside the figure; demanded with CO2_KG_PER_KWH'),
};

type Values = z.output<z.ZodObject<typeof energyEnvironment>>;

export function* energyFaults({ CO2_KG_PER_KWH, CO2_SOURCE }: Values): Generator<string> {
  if (CO2_KG_PER_KWH !== undefined && CO2_SOURCE === '')
    yield 'CO2_SOURCE must be set with CO2_KG_PER_KWH: a factor stands beside its source';
}

export const energySettings = ({ CO2_KG_PER_KWH, CO2_SOURCE }: Values): EnergySettings => ({
  co2KgPerKwh: CO2_KG_PER_KWH ?? null,
  co2Source: CO2_SOURCE,
});
