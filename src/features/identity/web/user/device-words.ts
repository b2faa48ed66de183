import { parse } from 'bowser';

/** A browser as it named itself: what it is, what it runs on, and its shape. Empty texts where it did not say. */
export interface Device {
  browser: string;
  system: string;
  shape: 'desktop' | 'mobile' | 'tablet' | 'program';
}

const SHAPES = ['desktop', 'mobile', 'tablet'] as const;

/** What a user agent stands for; whatever is no browser that we know is a program, called by its own first word. */
export function deviceOf(user_agent: string): Device {
  if (user_agent.trim() === '') return { browser: '', system: '', shape: 'program' };
  const { browser, os, platform } = parse(user_agent);
  const shape = SHAPES.find((one) => one === platform.type);
  if (shape && browser.name) return { browser: browser.name, system: os.name ?? '', shape };
  return { browser: user_agent.split(/[/\s]/, 1)[0] ?? '', system: '', shape: 'program' };
}
