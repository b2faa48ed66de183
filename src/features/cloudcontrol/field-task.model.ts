import type { RegisterType } from '../../devices/register.ts';
import type { ByteOrder, Framer, FunctionCode } from '../plants/field.model.ts';

/** What field_task holds: the api writes what is asked, whoever polls writes the answer. */

/** A gateway that no port leads to. */
export interface TaskRoute {
  readonly host: string;
  readonly port: number;
  readonly framer: Framer;
  readonly timeout_ms: number;
}

interface TaskTarget {
  readonly unit_id: number;
  /** Where there is no port. */
  readonly way: TaskRoute | null;
}

export interface ReadTask extends TaskTarget {
  readonly function_code: FunctionCode;
  readonly address: number;
  readonly count: number;
}

/** A SunSpec device is looked for. */
export interface FindTask extends TaskTarget {
  readonly bases: readonly number[];
}

/** A variable that is tried; null where it is not read over Modbus. */
export interface TaskVariable {
  readonly name: string;
  readonly register: AskedRegister | null;
}

export interface AskedRegister {
  readonly function_code: FunctionCode;
  readonly address: number;
  readonly data_type: RegisterType;
  readonly word_order: ByteOrder;
  readonly bit: number | null;
  readonly bit_count: number;
  readonly factor: number;
  readonly value_offset: number;
  readonly scale_address: number | null;
  readonly sentinel: boolean;
  /** Other raw values that mark nothing measured. */
  readonly missing?: readonly number[];
}

export interface AskedText {
  readonly name: string;
  readonly function_code: 3 | 4;
  readonly address: number;
  readonly length: number;
  readonly swapped: boolean;
}

export interface AskedTest extends TaskTarget {
  readonly variables: readonly TaskVariable[];
  readonly attributes: readonly AskedText[];
}

/** A code with its parameters, worded in the reader's language. */
export interface TaskReason {
  readonly code: string;
  readonly [parameter: string]: string | number;
}

export interface ReadResult {
  readonly words: number[] | null;
  readonly bits: boolean[] | null;
  readonly exception: number | null;
  readonly latency_ms: number | null;
}

export interface TestResult {
  readonly values: { name: string; value: number | null; reason: TaskReason | null }[];
  readonly attributes: { name: string; value: string | null }[];
  /** Mean of what was answered. */
  readonly latency_ms: number | null;
}

/** What came of a task. Where nothing did, only `reason` stands there. */
export interface TaskAnswer {
  readonly reason?: TaskReason;
  readonly read?: ReadResult;
  /** What the walk along a SunSpec chain brought, uninterpreted; for a device that is tried as what it says it is, too. */
  readonly found?: unknown;
  readonly test?: TestResult;
}
