/** Fewest characters of a password; no other rule of composition stands beside it. */
export const PASSWORD_AT_LEAST = 12;
