import type { WordOrder } from '../decode/data-type.ts';
import type { RegisterType } from '../register.ts';

/** Letters and digits alone, in lower case and without accents: how spellings are compared. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const spell = <T>(rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));

// As makers' papers, IEC 61131-3 and SunSpec call them.
const TYPES = spell<RegisterType>([
  ['bit', 'bit bool boolean coil discrete flag bin binary digital bitfield bits'],
  [
    'int16',
    'int16 i16 s16 sint16 int signed16 signed16bit short int16s sint signed integer int16t signedint16 signedint sunssf',
  ],
  [
    'uint16',
    'uint16 u16 uint word ushort unsigned16 unsigned16bit unsignedshort uint16t unsignedint16 unsignedint unsigned enum16 bitfield16 acc16 count enum bitmap16 hex16 word16',
  ],
  ['int32', 'int32 i32 s32 sint32 dint long signed32 signed32bit slong int32t signedint32 signedlong'],
  [
    'uint32',
    'uint32 u32 udint dword ulong unsigned32 unsigned32bit uint32t unsignedint32 unsignedlong enum32 bitfield32 acc32 bitmap32 doubleword',
  ],
  [
    'int64',
    'int64 i64 s64 sint64 lint longlong signed64 signed64bit int64t signedint64 signedlonglong slonglong',
  ],
  [
    'uint64',
    'uint64 u64 ulint lword qword ulonglong unsigned64 unsigned64bit uint64t unsignedint64 unsignedlonglong acc64 bitfield64',
  ],
  [
    'float32',
    'float32 f32 float real single float32bit singlefloat ieee754 real32 ieee32 fp32 floatingpoint shortfloat',
  ],
  ['float64', 'float64 f64 double lreal float64bit doublefloat real64 ieee64 fp64 longreal longfloat'],
]);

const TEXT_TYPES = /^(string|str|char|ascii|text|utf8|stringn)\d*$/;

const ORDERS = spell<WordOrder>([
  [
    'ABCD',
    'abcd abcdefgh bigendian big be bigendianbig normal none no notswapped mswfirst msw highwordfirst highfirst hilo msb msbfirst motorola network standard 0123 1234',
  ],
  [
    'CDAB',
    'cdab ghefcdab wordswap wordswapped swappedword swappedwords swapped swapwords wordsswapped lswfirst lsw lowwordfirst lowfirst lohi littleendianbyteswap midlittleendian littleendianword parolescambiate paroleinvertite scambioparole 2301 3412 sw',
  ],
  [
    'BADC',
    'badc badcfehg byteswap byteswapped swappedbytes swapbytes bytesswapped bigendianbyteswap midbigendian bytescambiati byteinvertiti scambiobyte 1032 2143',
  ],
  [
    'DCBA',
    'dcba hgfedcba littleendian little le littleendianlittle lsb lsbfirst intel wordbyteswap byteandwordswap wordandbyteswap 3210 4321',
  ],
]);

/** A data type in any spelling; `text` for one that holds letters, undefined for what is none. */
export function readType(text: string): { type: RegisterType | 'text'; order?: WordOrder } | undefined {
  const whole = plain(text);
  if (TEXT_TYPES.test(whole)) return { type: 'text' };
  const type = TYPES.get(whole) ?? TYPES.get(withoutLength(text));
  if (type) return { type };
  // "FLOAT (CDAB)", "U32 word swap", "REAL_LE": the order stands behind the type.
  const [first = '', ...rest] = text.trim().split(/[\s_,;:/([-]+/);
  const order = ORDERS.get(plain(rest.join('')));
  const named = TYPES.get(plain(first)) ?? TYPES.get(withoutLength(first));
  return named && order ? { type: named, order } : undefined;
}

/** "32-bit unsigned", "16 bit signed integer", "unsigned int (32 bit)", "integer 16 bit": the length as a suffix. */
function withoutLength(text: string): string {
  const bits = /(16|32|64)\s*[-_]?\s*bits?\b/i.exec(text);
  if (!bits) return '';
  const rest = plain(text.replace(bits[0], ''));
  const base = /^float|real|floating/.test(rest) ? 'float' : /^(unsigned|uint|u)/.test(rest) ? 'uint' : 'int';
  return /^(unsigned|signed|u?int(eger)?|unsignedint(eger)?|signedint(eger)?|float(ing)?(point)?|real|u|s)$/.test(
    rest,
  )
    ? `${base}${bits[1]}`
    : '';
}

/** An order of bytes in any spelling. */
export const readOrder = (text: string): WordOrder | undefined => ORDERS.get(plain(text));

const FUNCTIONS = spell<number>([
  [1, 'coil coils 0x bobina bobine readcoils'],
  [
    2,
    'discrete discreteinput discreteinputs discreteinputregister 1x di ingressodiscreto ingressidigitali readdiscreteinputs',
  ],
  [3, 'holding holdingregister holdingregisters hr 4x readholdingregisters registrodimantenimento'],
  [4, 'input inputregister inputregisters ir 3x readinputregisters registrodiingresso'],
]);

/**
 * A function code in any spelling: 3, "0x03", "FC03", "3 (holding)", "holding register"; of "03/06/16" the one that reads.
 * Undefined where none of those that read is meant, or several.
 */
export function readFunction(text: string): number | undefined {
  const word = FUNCTIONS.get(plain(text));
  if (word !== undefined) return word;
  const numbers = [...text.matchAll(/(?:0x)?(\d+)/gi)].map(([, digits]) => Number(digits));
  const reads = [...new Set(numbers.filter((code) => code >= 1 && code <= 4))];
  // Functions lie below 128: a larger number is an address, and says nothing of the function.
  return reads.length === 1 && numbers.every((code) => code < 128) ? reads[0] : undefined;
}

const YES = new Set('1 yes y true si s vero on x enabled active abilitato attivo attiva'.split(' '));
const NO = new Set('0 no n false falso off disabled inactive disabilitato spento'.split(' '));

/** Yes or no in either language. */
export function readYesNo(text: string): boolean | undefined {
  const word = plain(text);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

const POLLS = spell<string>([
  ['fast', 'fast quick veloce rapido rapida normal normale'],
  ['slow', 'slow lento lenta'],
  ['daily', 'daily giornaliero giornaliera day once'],
]);
const KINDS = spell<string>([
  ['gauge', 'gauge analog analogue misura istantaneo instantaneous measurement value'],
  ['counter', 'counter contatore totalizer totale total cumulative'],
  ['state', 'state stato status enum'],
]);

export const readPoll = (text: string): string | undefined => POLLS.get(plain(text));
export const readKind = (text: string): string | undefined => KINDS.get(plain(text));
