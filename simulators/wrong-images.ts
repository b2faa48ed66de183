import type { RegisterImage } from './register-maps.ts';

/*
 * A sound SunSpec image made wrong in one way each. Source of what is sound: SunSpec Device Information Model
 * Specification, "Modbus map".
 */

const END = 0xffff;
const NOT_IMPLEMENTED_SCALE = 0x8000;
/** Where the scale factors of model 101–103 lie, from its ID register. Source: SunSpec models 101–103. */
const INVERTER_SCALES = [6, 13, 15, 17, 19, 21, 23, 26, 28, 30, 32, 37] as const;
const REGISTERS = 65_536;

type Model = { readonly id: number; readonly words: Uint16Array };

/** The models of an image, each from its ID register to its last. */
function modelsOf({ words }: RegisterImage): Model[] {
  const models: Model[] = [];
  for (let at = 2; at + 1 < words.length; ) {
    const [id = END, length = 0] = words.subarray(at, at + 2);
    if (id === END) break;
    models.push({ id, words: words.slice(at, at + 2 + length) });
    at += 2 + length;
  }
  return models;
}

/** "SunS", the models in this order, and the end unless it is left out. */
function imageOf(start: number, models: readonly Model[], end: readonly number[] = [END, 0]): RegisterImage {
  const words = [0x5375, 0x6e53, ...models.flatMap((model) => [...model.words]), ...end];
  return { start, words: Uint16Array.from(words) };
}

/** The image with other words in one of its models. */
function changed(image: RegisterImage, change: (model: Model) => Uint16Array): RegisterImage {
  return imageOf(
    image.start,
    modelsOf(image).map((model) => ({ id: model.id, words: change(model) })),
  );
}

/** The registers of each pair the other way round, from the first value on. */
export function swappedWords({ start, words }: RegisterImage): RegisterImage {
  const swapped = Uint16Array.from(words, (word, at) => words[at ^ 1] ?? word);
  return { start, words: swapped };
}

/** The same registers at other addresses. */
export function movedBy({ start, words }: RegisterImage, by: number): RegisterImage {
  return { start: start + by, words };
}

/** A common model of 66 registers that says 65. */
export function wrongLength(image: RegisterImage): RegisterImage {
  return changed(image, ({ id, words }) => (id === 1 ? words.with(1, words.length - 3) : words));
}

/** Behind the last model there is nothing. */
export function endless(image: RegisterImage): RegisterImage {
  return imageOf(image.start, modelsOf(image), []);
}

/** The registers end ten short of the last model's end. */
export function cutShort(image: RegisterImage): RegisterImage {
  const { start, words } = endless(image);
  return { start, words: words.slice(0, -10) };
}

/** Every scale factor says that it is not implemented. */
export function withoutScales(image: RegisterImage): RegisterImage {
  return changed(image, ({ id, words }) => {
    if (id < 101 || id > 103) return words;
    return INVERTER_SCALES.reduce<Uint16Array>((all, at) => all.with(at, NOT_IMPLEMENTED_SCALE), words);
  });
}

export function outOfOrder(image: RegisterImage): RegisterImage {
  return imageOf(image.start, modelsOf(image).reverse());
}

export function withoutCommon(image: RegisterImage): RegisterImage {
  return imageOf(
    image.start,
    modelsOf(image).filter(({ id }) => id !== 1),
  );
}

/** Models without a register of their own, for as far as anybody reads. */
export function looping(image: RegisterImage): RegisterImage {
  const empty = Array.from({ length: 2000 }, () => ({ id: 64_001, words: Uint16Array.of(64_001, 0) }));
  return imageOf(image.start, [...modelsOf(image), ...empty], []);
}

/** So far up that its last model would end beyond the last register there can be. */
export function pastTheLastRegister(image: RegisterImage): RegisterImage {
  const { words } = image;
  const start = REGISTERS - 100;
  return { start, words: words.slice(0, 100) };
}

/** The second model says that it is longer than all registers together. */
export function garbageLengths(image: RegisterImage): RegisterImage {
  return changed(image, ({ id, words }) => (id === 1 ? words : words.with(1, 0xfff0)));
}
