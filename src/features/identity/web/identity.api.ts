import { client } from '../../../shared/contract/client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { identityCalls } from '../identity.contract.ts';

export const identityApi = client(identityCalls, transport);
