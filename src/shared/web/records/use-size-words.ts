import { useFormat } from '../format/use-format.ts';
import { sizeOf } from './uploads.model.ts';

/** A size as the reader writes it: 3,4 MB. */
export function useSizeWords(): (bytes: number) => string {
  const { number } = useFormat();
  return (bytes) => {
    const { value, decimals, unit } = sizeOf(bytes);
    return `${number(value, decimals)} ${unit}`;
  };
}
