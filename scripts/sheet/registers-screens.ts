import type { Page } from 'playwright-core';
import { press, type Screen } from './screen.ts';

const AT = '/apps/cloudcontrol/registers';
const CALL = '**/cloudcontrol/v1/field-questions/**';
const ASKED = `${AT}?host=10.20.0.14&unit=3&address=100&count=32`;
const read = (page: Page) => press(page, /^(Leggi|Read)$/);

/** 230.4, 231.9, 229.8 V, 12.35, 11.9, 12.02 A, 8.341, -0.412 kW, 49.98 Hz, 0, 187342.25 kWh, not measured; a text. */
const FLOATS = [
  0x6666, 0x4366, 0xe666, 0x4367, 0xcccd, 0x4365, 0x999a, 0x4145, 0x6666, 0x413e, 0x51ec, 0x4140, 0x74bc,
  0x4105, 0xf1aa, 0xbed2, 0xeb85, 0x4247, 0, 0, 0xf390, 0x4836, 0, 0x7fc0, 0x4163, 0x6d65, 0x2050, 0x6f77,
  0x6572, 0x204d, 0x3230, 0,
];

type Read = { words?: number[]; bits?: boolean[]; exception?: number };
const answer = (read: Read | null, reason: Record<string, string | number> | null = null) => ({
  id: '00000000-0000-4000-8000-000000000000',
  ended: true,
  tasks: [
    {
      position: 0,
      kind: 'read',
      unit_id: 3,
      state: 'ended',
      asked_at: '2026-06-01T10:00:00Z',
      reason,
      read: read && { words: null, bits: null, exception: null, latency_ms: 23.4, ...read },
      found: null,
      test: null,
    },
  ],
});
const answers =
  (...given: ReturnType<typeof answer>[]) =>
  (page: Page) => {
    let calls = 0;
    return page.route(CALL, (route) => {
      const json = given[Math.min(calls, given.length - 1)];
      calls += 1;
      return route.fulfill({ status: 201, json });
    });
  };
const form = (page: Page) => page.getByRole('form').waitFor();
const screen = (name: string, part: Partial<Screen>): Screen => ({
  name: `registers-${name}`,
  path: ASKED,
  signedIn: true,
  long: true,
  ready: form,
  ...part,
});

/** The register workbench with what devices answer. */
export const REGISTERS_SCREENS: readonly Screen[] = [
  screen('empty', { path: AT }),
  screen('floats', {
    prepare: answers(
      answer({ words: FLOATS }),
      answer({ words: FLOATS.map((word, i) => (i === 14 ? word + 7 : word)) }),
    ),
    act: async (page) => {
      await read(page);
      await page.getByRole('row').nth(4).waitFor();
      await press(page, /^(Leggi ancora|Read again)$/);
      await page
        .getByText(/^(era|was) /)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
    },
  }),
  screen('integers', {
    path: `${ASKED}&type=uint32&factor=0,1&unit_word=V&binary=1&as=data&fn=4`,
    prepare: answers(answer({ words: [0, 2304, 0, 2319, 0, 2298, 2, 56270, 0, 97, 0, 0, 0xffff, 0xffff] })),
    act: read,
  }),
  screen('bits', {
    path: `${ASKED}&fn=2`,
    prepare: answers(answer({ bits: [true, false, true, true, false, false, false, true] })),
    act: read,
  }),
  screen('exception', { prepare: answers(answer({ exception: 2 })), act: read }),
  screen('gateway', { prepare: answers(answer({ exception: 11 })), act: read }),
  screen('refused', {
    prepare: answers(answer(null, { code: 'refused_address', address: '10.20.0.14', port: 502 })),
    act: read,
  }),
  screen('limit', {
    prepare: (page) =>
      page.route(CALL, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '37' },
          json: { status: 429, code: 'limit' },
        }),
      ),
    act: read,
  }),
  screen('loading', { goesOn: true, prepare: (page) => page.route(CALL, () => undefined), act: read }),
  screen('make', {
    long: false,
    prepare: answers(answer({ words: FLOATS })),
    act: async (page) => {
      await read(page);
      await press(page, /^(Crea una variabile|Create a variable)$/);
    },
  }),
];
