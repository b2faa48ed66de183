import { area } from '../../shared/contract/call.ts';
import { accountCalls } from './account.contract.ts';
import { secondFactorCalls } from './second-factor.contract.ts';
import { signInCalls } from './sign-in.contract.ts';

export const identityCalls = area({ ...signInCalls, ...accountCalls, ...secondFactorCalls });
