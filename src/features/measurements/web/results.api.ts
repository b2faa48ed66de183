import { client } from '../../../shared/contract/client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { seriesCalls } from '../series.contract.ts';

export const resultsApi = client(seriesCalls, transport);
