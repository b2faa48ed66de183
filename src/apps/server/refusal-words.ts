import { Translator } from '../../shared/server/http/translator.ts';
import { features } from './features.ts';

/** What every area's refusals are called in Italian. */
export const refusalWords = new Translator(...features.map(({ refusals = {} }) => refusals));
