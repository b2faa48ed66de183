import type { LoadShape } from './load-shape.ts';

/**
 * Where the shapes of consumption come from; licences: load-shapes.LICENSE.txt. A shape that is made anew is named
 * otherwise, by which simulations of the one before it are known.
 */
export const LOAD_SOURCES: Readonly<Record<LoadShape, string>> = {
  apartment: 'RECOpt (Politecnico di Torino), 500 Italian households, MIT',
  house: 'BDEW H0 dynamised by oemof/demandlib, MIT',
  service: 'BDEW G1 by oemof/demandlib, MIT',
};
