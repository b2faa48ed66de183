import { readFile } from 'node:fs/promises';
import type { ItalianMunicipality } from '../../municipalities.contract.ts';

/** As the file has them: code, name, province, latitude, longitude. */
type Row = readonly [istat_code: string, name: string, province: string, latitude: number, longitude: number];

interface Listed extends ItalianMunicipality {
  /** The name without accents and case. */
  readonly plain: string;
}

const plainOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’`]/g, "'")
    .toLowerCase()
    .trim();

let all: Promise<readonly Listed[]> | undefined;

async function load(): Promise<readonly Listed[]> {
  const rows = JSON.parse(await readFile(new URL('./comuni.json', import.meta.url), 'utf8')) as Row[];
  return rows.map(([istat_code, name, province, latitude, longitude]) => ({
    istat_code,
    name,
    province,
    latitude,
    longitude,
    plain: plainOf(name),
  }));
}

const listed = (): Promise<readonly Listed[]> => {
  all ??= load();
  return all;
};
const shown = ({ plain: _, ...one }: Listed): ItalianMunicipality => one;

const SHOWN = 20;

/** Those whose name or code fits, the nearest first: the name itself, then what begins so, then what holds it. */
export async function searchComuni(search: string): Promise<ItalianMunicipality[]> {
  const asked = plainOf(search);
  const rank = ({ plain, istat_code }: Listed): number => {
    if (plain === asked || istat_code === asked) return 0;
    if (plain.startsWith(asked) || istat_code.startsWith(asked)) return 1;
    return plain.includes(asked) ? 2 : 3;
  };
  return (await listed())
    .map((one) => ({ one, rank: rank(one) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.one.name.localeCompare(b.one.name, 'it'))
    .slice(0, SHOWN)
    .map(({ one }) => shown(one));
}

export async function comuneByCode(istat_code: string): Promise<ItalianMunicipality | undefined> {
  const found = (await listed()).find((one) => one.istat_code === istat_code);
  return found && shown(found);
}
