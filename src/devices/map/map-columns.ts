import { plain } from './map-spellings.ts';
import type { MapCell, MapField } from './map-variable.ts';

/** What the name of a column says beside its field. */
export type ColumnManner = 'hexadecimal' | 'modicon' | 'one_based' | 'divisor' | undefined;

export interface KnownColumn {
  readonly field: MapField;
  readonly manner?: ColumnManner;
}

export interface MapColumn {
  /** From 0. */
  readonly place: number;
  readonly header: string;
  /** Null for one that is not known and left out. */
  readonly known: KnownColumn | null;
}

const ALIASES: Readonly<Record<MapField, string>> = {
  name: 'name,variable,variable name,nome,nome variabile,variabile,tag,tag name,signal,signal name,segnale,point,point name,parameter,parameter name,parametro,register name,nome registro,code,codice,symbol,mnemonic',
  label_en:
    'label_en,label,description,english,english name,description,description en,label english,desc,title,meaning,definition,comment',
  label_it: 'label_it,etichetta,italiano,descrizione,descrizione it,etichetta italiana,significato,titolo',
  quantity: 'quantity,grandezza,measured quantity,grandezza misurata',
  kind: 'kind,genere,tipo di variabile,variable kind',
  function_code:
    'function_code,function,fc,func,function codes,modbus function,modbus function code,modbus fc,read function,codice funzione,funzione,funzione modbus,register type,tipo registro,tipo di registro,table,object type,space',
  address:
    'address,addr,register,reg,register address,reg address,reg addr,start address,start register,starting address,first register,modbus address,modbus register,protocol address,register number,register no,address dec,register dec,addr dec,indirizzo,indirizzo registro,indirizzo modbus,registro,registro iniziale,indirizzo iniziale,indirizzo dec,adr,register offset',
  data_type:
    'data_type,type,datatype,format,data format,tipo,tipo dato,tipo di dato,tipo dati,formato,encoding,representation',
  word_order:
    'word_order,order,byte_order,endian,endianness,endianess,word byte order,swap,ordine,ordine parole,ordine delle parole,ordine dei byte,ordine byte,register order',
  bit: 'bit,bit number,bit no,bit position,bit offset,numero bit,posizione bit,first bit,start bit',
  bit_count: 'bit_count,bits,bit length,number of bits,numero di bit,bit width,quanti bit',
  factor:
    'factor,scale,scaling,scale factor,scaling factor,multiplier,multiply,fattore,scala,fattore di scala,moltiplicatore,coefficient,coefficiente,resolution,risoluzione,conversion factor,fattore di conversione',
  value_offset: 'value_offset,offset,add,scostamento,offset valore,addendo,zero offset',
  scale_address:
    'scale_address,scale register,sf register,scale factor address,scale factor register,registro scala,indirizzo scala,registro fattore di scala,indirizzo fattore di scala,sf',
  sentinel: 'sentinel,not implemented,invalid value,nan value,sentinella,valore non valido,non implementato',
  unit: 'unit,units,uom,eu,engineering unit,engineering units,measurement unit,unit of measure,unit of measurement,unita,unita di misura,um,u m',
  decimals: 'decimals,decimal places,digits,decimali,cifre decimali',
  poll: 'poll,polling,polling plan,plan,piano,piano di lettura,frequenza di lettura,scan rate,scan',
  group_name: 'group_name,group,gruppo,gruppo variabili,section,sezione,category,categoria',
  value_table:
    'value_table,value table,values,meaning of values,enum,enumeration,value list,tabella valori,tabella dei valori,valori',
  colour: 'colour,color,colore',
  enabled: 'enabled,active,attivo,attiva,abilitato,abilitata,in use,in uso,enable',
};

const MANNERS: readonly [ColumnManner, MapField, string][] = [
  [
    'hexadecimal',
    'address',
    'address hex,hex address,register hex,hex register,addr hex,hex addr,hex,indirizzo hex,indirizzo esadecimale,registro hex,address hexadecimal,modbus address hex,start address hex,register address hex',
  ],
  [
    'modicon',
    'address',
    'plc address,modicon,modicon address,modicon register,indirizzo plc,indirizzo modicon,register modicon,address modicon,address plc,4x address,reference,modbus reference,riferimento',
  ],
  [
    'one_based',
    'address',
    'address 1 based,one based address,address base 1,indirizzo base 1,register 1 based,address from 1',
  ],
  ['divisor', 'factor', 'divisor,divide by,divider,divisore,dividi per,diviso,diviso per'],
];

const KNOWN: ReadonlyMap<string, KnownColumn> = new Map([
  ...Object.entries(ALIASES).flatMap(([field, words]) =>
    words.split(',').map((word) => [plain(word), { field: field as MapField }] as const),
  ),
  ...MANNERS.flatMap(([manner, field, words]) =>
    words.split(',').map((word) => [plain(word), { field, manner }] as const),
  ),
]);

/** What a remark in brackets says of addresses. */
function mannerIn(header: string): ColumnManner {
  const remark = /[([{]([^)\]}]*)/.exec(header)?.[1] ?? '';
  if (/hex|0x|esadec/i.test(remark)) return 'hexadecimal';
  if (/modicon|plc|4x|40001/i.test(remark)) return 'modicon';
  return /1[- ]based|base[- ]1|from 1\b/i.test(remark) ? 'one_based' : undefined;
}

/** What a column is by its name; a remark in brackets only says how addresses are meant, unless the whole name is known. */
export function columnOf(header: string): KnownColumn | null {
  const whole = KNOWN.get(plain(header));
  if (whole) return whole;
  const known =
    KNOWN.get(plain(header.replace(/[([{].*$/s, ''))) ??
    KNOWN.get(plain(header.split(/[\n\r/]/, 1)[0] ?? ''));
  if (!known) return null;
  const manner = known.field === 'address' ? mannerIn(header) : undefined;
  return manner ? { ...known, manner } : known;
}

const headerText = (cell: MapCell | undefined): string => String(cell ?? '').trim();

export const HEADER_ROWS = 30;

/** The row that names the columns, from 0: the first with the most names that are known, a variable's or an address among them. */
export function findHeader(rows: readonly (readonly MapCell[])[]): number | undefined {
  let [best, max] = [-1, 1];
  for (const [i, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const fields = new Set(row.map((cell) => columnOf(headerText(cell))?.field).filter(Boolean));
    const names = fields.has('name') || fields.has('label_en') || fields.has('label_it');
    if (fields.size > max && (names || fields.has('address'))) [best, max] = [i, fields.size];
  }
  return best < 0 ? undefined : best;
}

/** The columns of a header's row up to its last one with a name. */
export function columnsOf(row: readonly MapCell[]): MapColumn[] {
  const columns = row.map((cell, place) => {
    const header = headerText(cell);
    return { place, header, known: header === '' ? null : columnOf(header) };
  });
  while (columns.at(-1)?.header === '') columns.pop();
  return columns;
}
