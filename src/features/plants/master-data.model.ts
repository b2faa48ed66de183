/** A point of delivery: country, distributor, `E` for electricity, eight digits, and perhaps a check character. */
export const POD = /^IT\d{3}E\d{8}[0-9A-Z]?$/;

/** What stands in the place of a point of delivery whose home was erased; nobody writes it anew. */
export const ERASED_POD = /^ITX[0-9A-F]{12}$/;

/** The code that GAUDÌ, the register of production plants, gives a plant: `IM_` and its number. */
export const GAUDI_CODE = /^IM_\d{1,12}$/;

/** A bidding zone as the market's files of prices name it. */
export const MARKET_ZONE = /^[A-Z][A-Z0-9_]{1,19}$/;

/** The zones of the Italian market, from north to south; a file of prices may name others. */
export const MARKET_ZONES = ['NORD', 'CNOR', 'CSUD', 'SUD', 'CALA', 'SICI', 'SARD'] as const;

/** A text that is empty or looks like this. */
export const emptyOr =
  (pattern: RegExp) =>
  (text: string): boolean =>
    text === '' || pattern.test(text);

/** Whether something does not end before it begins, as far as both days are known. */
export const endsAfterBeginning = ({
  begins,
  until,
}: {
  begins: string | null;
  until: string | null;
}): boolean => begins === null || until === null || begins <= until;
