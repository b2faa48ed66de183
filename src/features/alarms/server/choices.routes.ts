import type pg from 'pg';
import { Refusal } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import type { choicesCalls } from '../choices.contract.ts';
import {
  type ChoiceDeps,
  changeChoice,
  describeStop,
  readChoice,
  sendTest,
  switchByLink,
} from './choices.service.ts';
import { readStopToken } from './mail-stop.ts';

export interface ChoicesDeps extends ChoiceDeps {
  readonly pool: pg.Pool;
  readonly now: () => Date;
}

/** Calls by which people choose what they are told of by mail, and stop it from the mail itself. */
export function choicesHandlers({ pool, now, ...deps }: ChoicesDeps): Handlers<typeof choicesCalls> {
  const readerOf = (token: string): Scope => {
    const reader = readStopToken(deps.stopKey, token);
    if (!reader)
      throw new Refusal('invalid', 'This link is not whole: open it from the mail once more', {
        errors: [{ path: 'token', message: 'is no link of ours', code: 'link_invalid' }],
      });
    return scopeOfPerson(reader.company_id, { user_id: reader.user_id, address: null });
  };
  return {
    choice: ({ scope }) => inScope(pool, scope, readChoice, 'read only'),
    saveChoice: ({ scope, body }) => inScope(pool, scope, (tx) => changeChoice(tx, body, now().getTime())),
    testMail: ({ scope }) => inScope(pool, scope, (tx) => sendTest(tx, deps, now().getTime())),
    findMailStop: ({ body }) => inScope(pool, readerOf(body.token), describeStop, 'read only'),
    stopMail: ({ body }) => inScope(pool, readerOf(body.token), (tx) => switchByLink(tx, body.enabled)),
    async stopMailByProgram({ query }) {
      await inScope(pool, readerOf(query.token), (tx) => switchByLink(tx, false));
      return undefined;
    },
  };
}
