import { client } from '../../../shared/contract/client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { alarmsCalls } from '../alarms.contract.ts';

export const alarmsApi = client(alarmsCalls, transport);
