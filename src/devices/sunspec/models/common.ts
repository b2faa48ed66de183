import { type Model, point } from '../model.ts';

/** 1: who the device is. 65 registers, or 66 with a last one that only fills. Source: SunSpec information model 1. */
export const commonModel: Model = {
  id: 1,
  label_en: 'Common',
  label_it: 'Dati comuni',
  length: 66,
  points: [
    point('Mn', 2, 'string', { size: 16, mandatory: true }),
    point('Md', 18, 'string', { size: 16, name: 'model', mandatory: true }),
    point('Opt', 34, 'string', { size: 8 }),
    point('Vr', 42, 'string', { size: 8, name: 'firmware' }),
    point('SN', 50, 'string', { size: 16, name: 'serial_number', mandatory: true }),
    point('DA', 66, 'uint16'),
  ],
};
