import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { variableNamesCalls } from '../variable-names.contract.ts';
import { findTag, listTags } from './tags.repository.ts';
import { listVariableNames } from './variable-names.repository.ts';
import { changeVariableName, createVariableName, removeVariableName } from './variable-names.service.ts';

/** The catalogue of variable names, and the tags. */
export function variableNamesHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof variableNamesCalls> {
  return {
    variablesName: ({ scope }) => inScope(pool, scope, listVariableNames, 'read only'),
    createVariableName: ({ scope, body }) => inScope(pool, scope, (tx) => createVariableName(tx, body)),
    updateVariableName: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeVariableName(tx, params.id, body)),
    async removeVariableName({ scope, params }) {
      await inScope(pool, scope, (tx) => removeVariableName(tx, params.id));
      return undefined;
    },
    tags: ({ scope }) => inScope(pool, scope, listTags, 'read only'),
    tag: ({ scope, params }) =>
      inScope(pool, scope, async (tx) => (await findTag(tx, params.id)) ?? notFound(), 'read only'),
  };
}
