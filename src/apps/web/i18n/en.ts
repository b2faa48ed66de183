// The English words give their keys their types; what a browser loads, and when, is the affair of words.ts.

import { words as alarmSettings } from './en/words-alarm-settings.ts';
import { words as asset } from './en/words-asset.ts';
import { words as companies } from './en/words-companies.ts';
import { words as field } from './en/words-field.ts';
import { words as first } from './en/words-first.ts';
import { words as frame } from './en/words-frame.ts';
import { words as mail } from './en/words-mail.ts';

export const words = { ...first, ...frame, ...asset, ...alarmSettings, ...companies, ...field, ...mail };
