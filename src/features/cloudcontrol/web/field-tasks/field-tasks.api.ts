import type { In } from '../../../../shared/contract/call.ts';
import { client } from '../../../../shared/contract/client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { fieldToolsCalls } from '../../field-tools.contract.ts';

export const fieldTasksApi = client(fieldToolsCalls, transport);
export type Question = In<(typeof fieldToolsCalls)['ask']['body']>;
