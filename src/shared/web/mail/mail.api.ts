import { client } from '../../contract/client.ts';
import { mailCalls } from '../../contract/mail.contract.ts';
import { transport } from '../api/transport.ts';

export const mailApi = client(mailCalls, transport);
