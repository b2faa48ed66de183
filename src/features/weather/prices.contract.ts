import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, ProjCode } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { NATIONAL } from './prices.model.ts';

/** More is not answered at once. */
export const MAX_PRICE_DAYS = 400;

export const MarketZone = z.string().regex(/^[A-Z][A-Z0-9_]{1,19}$/, 'must be a zone such as NORD');

export const MarketPrices = z.object({
  zone: z.string(),
  plant_zone: z
    .string()
    .nullable()
    .describe(
      "what the plant's master data name; null: no plant was asked for, or its master data name none",
    ),
  /** Of which any price is known. */
  zones: z.array(z.string()),
  unit: z.literal('EUR/MWh'),
  /** Each full hour of the stretch, by its begin. */
  ts: z.array(Instant),
  /** Null is an hour without a price; negative ones are prices. */
  values: z.array(z.number().nullable()),
  /** When the newest of them was imported. */
  imported_at: Instant.nullable(),
});
export type MarketPrices = z.infer<typeof MarketPrices>;

export const pricesCalls = area({
  meteoblueGetPrice: call({
    method: 'GET',
    path: '/api/v1/meteoblue-get-price/',
    summary:
      "Prices of energy on the market by hour and zone, EUR/MWh, of a plant's own zone where one is named; 400 days at most, by default two from midnight in Rome",
    topics: ['prices', 'master_data'],
    access: 'asset.read',
    query: z
      .object({
        zone: MarketZone.optional().describe(
          `zone of the market, such as NORD or SICI; without it that of the plant, else ${NATIONAL}, the whole country`,
        ),
        proj_code: ProjCode.optional().describe('whose zone is taken where none is said'),
        start: WindowStart.optional(),
        end: WindowEnd.optional(),
      })
      .superRefine(({ start, end }, context) => {
        if (start === undefined || end === undefined) return;
        const length = Date.parse(end) - Date.parse(start);
        if (length <= 0) context.addIssue({ code: 'custom', path: ['end'], message: 'must lie after start' });
        if (length > MAX_PRICE_DAYS * 86_400_000)
          context.addIssue({
            code: 'custom',
            path: ['end'],
            message: 'must lie at most 400 days after start',
          });
      }),
    ok: MarketPrices,
  }),
});
