import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { harvestScreen } from './inventory/harvest.ts';
import {
  type Inventory,
  lacking,
  linesOf,
  lossesIn,
  put,
  ROLES,
  type Role,
  read,
  renewed,
  unexplained,
  written,
} from './inventory/rows.ts';
import { readShortcuts } from './inventory/shortcuts.ts';
import type { Thing } from './inventory/things.ts';
import { readWords } from './inventory/words.ts';
import { readAddresses } from './portal-pages.ts';
import type { Screen } from './sheet/screen.ts';
import { SCREENS } from './sheet/screens.ts';
import { atNoon } from './sheet/staging.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(root, 'docs/inventory.tsv');
const LOSSES = join(root, 'docs/inventory-losses.md');

/** Every plant is everybody's, so that each role is shown what it may see of the plant that the screens are staged with. */
const SHOW_PLANTS = `insert into company_user_plant (company_id, user_id, plant_id)
  select company_id, u.user_id, p.id from company_user u join plant p using (company_id)
  where cardinality(u.roles) > 0 on conflict do nothing`;

const NAMES = `select name from plant union select proj_code from plant union select short_name from device
  union select name from company union select name from user_account`;

interface Wish {
  roles: readonly Role[];
  /** Names of screens; none means all. */
  screens: readonly string[];
  /** Is told of each role's part when it has been taken. */
  taken: (role: Role, part: Inventory) => Promise<void>;
}

const isStagedFor = ({ name, signedIn }: Screen, role: Role, screens: readonly string[]): boolean =>
  signedIn === (role !== 'visitor') && (screens.length === 0 || screens.includes(name));

/** Goes through the staged screens as each role. */
async function takeInventory({ roles, screens, taken }: Wish): Promise<void> {
  const keys = await readShortcuts(root);
  await atNoon(async (stage, noon) => {
    await stage.arrange(SHOW_PLANTS);
    const values = (await stage.arrange<{ name: string }>(NAMES)).map(({ name }) => name);
    const reading = { routes: readAddresses(root), words: await readWords(root, values) };
    for (const role of roles) {
      const part: Inventory = new Map();
      const found = (thing: Thing) => put(part, thing, role);
      for (const key of role === 'visitor' ? [] : keys) found(key);
      const seen = { opened: new Set<string>(), shown: new Set<string>(), closed: new Set<string>() };
      const harvest = { stage, noon, role, reading, found, ...seen };
      const staged = SCREENS.filter((screen) => isStagedFor(screen, role, screens));
      const start = Date.now();
      for (const screen of staged) await harvestScreen(screen, harvest);
      console.error(`${role}: ${staged.length} screens in ${Math.round((Date.now() - start) / 1000)} s`);
      await taken(role, part);
    }
  });
}

/** Tells what was lost and gained; answers whether every loss has its reason in docs/inventory-losses.md. */
async function compare(before: Inventory, now: Inventory, roles: readonly Role[]): Promise<boolean> {
  const lost = lacking(before, now, roles);
  const bare = unexplained(lost, lossesIn(await readFile(LOSSES, 'utf8')));
  const gained = lacking(now, before, roles);
  const lines = [...linesOf(gained, '+'), ...linesOf(bare, '-')];
  console.log(lines.join('\n'));
  console.log(
    `gained ${gained.size}, lost ${lost.size}, of these without a reason in docs/inventory-losses.md ${bare.size}`,
  );
  return bare.size === 0;
}

const readBefore = async (): Promise<Inventory> =>
  existsSync(FILE) ? read(await readFile(FILE, 'utf8')) : new Map();

/**
 * Takes the inventory of what each role can use and see on every staged screen, and compares it with docs/inventory.tsv;
 * writes that where there is none yet, or with --write. --role owner,viewer takes some roles and leaves the others as they
 * are; names of screens print what is found there and compare nothing, with --write they add it.
 */
async function main(): Promise<boolean> {
  const options = {
    write: { type: 'boolean' },
    compare: { type: 'boolean' },
    role: { type: 'string' },
  } as const;
  const { values, positionals: screens } = parseArgs({ options, allowPositionals: true });
  const asked = values.role?.split(',');
  const roles = ROLES.filter((role) => asked?.includes(role) ?? true);
  const whole = screens.length === 0;
  const isWritten = values.write === true || (whole && !existsSync(FILE));
  let now: Inventory = new Map();
  const taken = async (role: Role, part: Inventory) => {
    now = renewed(now, part, [role]);
    // After each role: who ends it midway keeps what was done. Of some screens what they hold is added.
    if (isWritten) await writeFile(FILE, written(renewed(await readBefore(), part, whole ? [role] : [])));
  };
  await takeInventory({ roles, screens, taken });
  if (!whole && !isWritten) console.log(written(now));
  return !whole || isWritten || compare(await readBefore(), now, roles);
}

if (import.meta.main) process.exit((await main()) ? 0 : 1);
