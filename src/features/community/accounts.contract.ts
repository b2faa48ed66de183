import { z } from 'zod';
import { ibanOf, isIban, isMasked } from './iban.model.ts';
import { MAX_NAME, sepaText } from './sepa.model.ts';

/** An account of SEPA in one spelling; empty where it is not known. As it is answered in part it says that it stays. */
export const Iban = z
  .string()
  .max(60)
  .transform(ibanOf)
  .pipe(
    z
      .string()
      .refine(
        (iban) => iban === '' || isIban(iban) || isMasked(iban),
        'must be an IBAN of SEPA without a mistyped sign',
      )
      .meta({ examples: ['IT60X0542811101000000123456'] }),
  );

/** Whom a bank knows an account by; empty where nothing is said. */
export const AccountHolder = z
  .string()
  .trim()
  .max(MAX_NAME)
  .refine(
    (name) => name === '' || sepaText(name, MAX_NAME) !== '',
    'must hold Latin letters, which banks take',
  );

/** The account from which a community pays, as it is shown: to some in part. */
export const CommunityAccount = z.object({
  iban: z.string(),
  holder: z.string(),
  bic: z.string(),
  cuc: z.string().describe('by which Italian banks know who gives an order; empty where none is needed'),
});
export type CommunityAccount = z.infer<typeof CommunityAccount>;

/** The same as it is given. */
export const NewAccount = z.object({
  iban: Iban,
  holder: AccountHolder,
  bic: z
    .string()
    .regex(/^([A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?)?$/, 'must be a BIC of 8 or 11 signs')
    .meta({ examples: ['BLOPIT22'] }),
  cuc: z
    .string()
    .regex(/^([A-Z0-9]{8})?$/, 'must be a CUC of 8 signs')
    .meta({ examples: ['0123456A'] }),
});
