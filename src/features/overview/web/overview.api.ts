import { client } from '../../../shared/contract/client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { overviewCalls } from '../overview.contract.ts';

export const overviewApi = client(overviewCalls, transport);
