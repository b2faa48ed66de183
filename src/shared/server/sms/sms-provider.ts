/** A text message on its way. */
export interface Sms {
  /** In international form, +39… */
  readonly to_number: string;
  readonly text: string;
}

/** What a provider, or the way there, said to a message. Its words carry no secret. */
export class SmsUndelivered extends Error {
  /** The provider refused this message, and would again. */
  readonly final: boolean;
  constructor(words: string, final: boolean) {
    super(words);
    this.final = final;
  }
}

/** Hands one message to whoever sends it. @throws SmsUndelivered */
export type SmsPort = (sms: Sms) => Promise<void>;
