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
  /** It was handed over, and no answer came: it may have been sent. */
  readonly unanswered: boolean;
  constructor(words: string, final: boolean, unanswered = false) {
    super(words);
    this.final = final;
    this.unanswered = unanswered;
  }
}

/** Hands one message to whoever sends it. @throws SmsUndelivered */
export type SmsPort = (sms: Sms) => Promise<void>;
