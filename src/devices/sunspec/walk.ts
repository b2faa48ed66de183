import type { NoChain, RawModel, ReadRegisters, SunspecChain, SunspecWalk, SunspecWarning } from './chain.ts';
import { ChainReader } from './chain-reader.ts';
import { cutsPoint, findModel, isStandardLength, registersWanted } from './known-models.ts';
import { isGivenModel } from './other-models.ts';

/** "SunS" in two registers. Source: SunSpec Device Information Model Specification. */
const MARK = [0x5375, 0x6e53] as const;
const END = 0xffff;
const COMMON = 1;
/** Registers of all Modbus. */
const ADDRESSES = 0x1_0000;
const MODELS = 120;
/** Registers of known models in one chain: 160 with a hundred modules twice over. */
const REGISTERS = 6000;
/** Gateway path unavailable, gateway target failed to respond. */
const FROM_THE_GATEWAY: readonly number[] = [10, 11];
/** Device failure, device busy: said of the device, not of the registers asked for. */
const OF_THE_DEVICE: readonly number[] = [4, 6];

/**
 * Looks for "SunS" at the bases one after the other, then beside them (addresses off by one), and walks the chain of
 * models behind it to its end.
 * @param bases 0-based addresses.
 * @throws what `read` throws, nothing else.
 * Source: SunSpec Device Information Model Specification, "Modbus map".
 */
export async function walkSunspec(read: ReadRegisters, bases: readonly number[]): Promise<SunspecWalk> {
  const reader = new ChainReader(read);
  const found = await findMark(reader, bases);
  if (typeof found !== 'number') return { none: found };
  const warnings: SunspecWarning[] = [];
  if (!bases.includes(found)) warnings.push({ code: 'base_beside', base: found });
  return { chain: await walkFrom(reader, found, warnings) };
}

async function findMark(reader: ChainReader, bases: readonly number[]): Promise<number | NoChain> {
  const answered: number[] = [];
  const silent: number[] = [];
  const failed: number[] = [];
  for (const base of new Set(bases)) {
    // A unit that is silent twice over is not there: each base more would cost a time-out.
    if (silent.length === 2 && answered.length === 0) break;
    const answer = await reader.askOnce(base, 2);
    if ('exception' in answer && FROM_THE_GATEWAY.includes(answer.exception))
      return { code: 'gateway', exception: answer.exception };
    ('silent' in answer ? silent : answered).push(base);
    if ('exception' in answer && OF_THE_DEVICE.includes(answer.exception)) failed.push(answer.exception);
    if ('words' in answer && isMark(answer.words)) return base;
  }
  if (answered.length === 0) return { code: 'silent' };
  // One that answers elsewhere may have been asked in vain once: a request got lost.
  const beside = answered.flatMap((base) => [base + 1, base - 1]).filter((base) => !bases.includes(base));
  const [exception] = failed;
  const none: NoChain =
    exception !== undefined && failed.length === answered.length
      ? { code: 'exception', exception }
      : { code: 'not_sunspec' };
  return (await firstMark(reader, [...silent, ...beside])) ?? none;
}

/** Beside a base: documents count from 1 or from 0, and so do those who read them. */
async function firstMark(reader: ChainReader, bases: readonly number[]): Promise<number | null> {
  for (const base of new Set(bases)) {
    if (base < 0 || base > ADDRESSES - 2) continue;
    const answer = await reader.askOnce(base, 2);
    if ('words' in answer && isMark(answer.words)) return base;
  }
  return null;
}

function isMark(words: readonly number[]): boolean {
  return words[0] === MARK[0] && words[1] === MARK[1];
}

type Header = { readonly id: number; readonly address: number; readonly length: number };

async function walkFrom(
  reader: ChainReader,
  base: number,
  warnings: SunspecWarning[],
): Promise<SunspecChain> {
  const models: RawModel[] = [];
  let registers = 0;
  let at = base + 2;
  for (;;) {
    const header = await readHeader(reader, { at, after: models.at(-1), warnings });
    if (header === null) break;
    if (models.length === MODELS || registers > REGISTERS) {
      warnings.push({ code: 'too_long', models: models.length });
      break;
    }
    if (models.length === 0 && header.id !== COMMON) warnings.push({ code: 'no_common', id: header.id });
    const model = await readModel(reader, header, warnings);
    models.push(model);
    registers += model.words?.length ?? 0;
    at = header.address + 2 + header.length;
  }
  return { base, models, warnings };
}

type Place = {
  readonly at: number;
  readonly after: RawModel | undefined;
  readonly warnings: SunspecWarning[];
};

/** The header at this place, null at the end of the chain. */
async function readHeader(reader: ChainReader, { at, after, warnings }: Place): Promise<Header | null> {
  const end = (code: SunspecWarning['code']): null => {
    warnings.push({ code, address: at });
    return null;
  };
  if (at > ADDRESSES - 1) return end('past_the_end');
  if (at === ADDRESSES - 1) return await readLastRegister(reader, at, end);
  if (reader.spent) return end(reader.silent ? 'stopped_answering' : 'too_many_requests');
  const answer = await reader.ask(at, 2);
  if ('silent' in answer) return end('stopped_answering');
  if ('exception' in answer) return end('no_end_mark');
  const [id = END, length = 0] = answer.words;
  if (id === END) return null;
  const moved = await findMovedHeader(reader, { id, address: at, length }, after);
  if (moved !== null && after !== undefined) {
    const is = moved.address - after.address - 2;
    warnings.push({ code: 'wrong_length', id: after.id, said: after.length, is });
    return moved;
  }
  // Registers behind the last model that nobody fills read as 0.
  return id === 0 ? end('no_end_mark') : { id, address: at, length };
}

/** An end mark may stand in the very last register, without its length. */
async function readLastRegister(
  reader: ChainReader,
  at: number,
  end: (code: SunspecWarning['code']) => null,
): Promise<Header | null> {
  const answer = await reader.ask(at, 1);
  return 'words' in answer && answer.words[0] === END ? null : end('past_the_end');
}

/** How far off a length may be: a last register that fills or not, or ID and length counted among the rest. */
const OFF_BY = [1, -1, -2, 2] as const;

/** The next header where the model before it told a wrong length: beside the place where nothing fits. */
async function findMovedHeader(
  reader: ChainReader,
  header: Header,
  after: RawModel | undefined,
): Promise<Header | null> {
  if (isCredible(header) || !after?.words) return null;
  for (const address of OFF_BY.map((off) => header.address + off)) {
    if (address <= after.address + 1 || address > ADDRESSES - 2) continue;
    const answer = await reader.askOnce(address, 2);
    if (!('words' in answer)) continue;
    const [id = END, length = 0] = answer.words;
    const moved = { id, address, length };
    if (findModel(id) && length > 0 && isCredible(moved)) return moved;
  }
  return null;
}

/** Is it a model of the standard in its length, or one of those that are not known here? */
function isCredible({ id, length }: Header): boolean {
  const model = findModel(id);
  return model ? length === 0 || isStandardLength(model, length) : isGivenModel(id);
}

async function readModel(
  reader: ChainReader,
  { id, address, length }: Header,
  warnings: SunspecWarning[],
): Promise<RawModel> {
  if (length === 0) warnings.push({ code: 'empty_model', id, address });
  const model = findModel(id);
  if (!model) return { id, address, length, words: null };
  const fits = Math.min(registersWanted(model, length), ADDRESSES - address - 2);
  if (address + 2 + length > ADDRESSES) warnings.push({ code: 'past_the_end', id, address });
  const body = fits > 0 ? await reader.range(address + 2, fits, (at) => cutsPoint(model, at - address)) : [];
  const refused = body.filter((word) => word === null).length;
  if (refused > 0) warnings.push({ code: 'refused', id, address, registers: refused });
  return { id, address, length, words: [id, length, ...body] };
}
