"""Answers made and decoded by pymodbus, an independent implementation, for the tests of decoding.

Reads one JSON object a line: framer, transaction, unit, function_code, kind, word_order, registers or bits, bit,
factor, offset. Prints one for each: the whole frame of the answer in hexadecimal, the raw value and the scaled one as
text, scaled exactly and rounded once. Wants a pymodbus that has BinaryPayloadDecoder (Debian's 3.0).
"""

import json
import struct
import sys
from fractions import Fraction

from pymodbus.bit_read_message import ReadCoilsResponse, ReadDiscreteInputsResponse
from pymodbus.constants import Endian
from pymodbus.factory import ServerDecoder
from pymodbus.payload import BinaryPayloadDecoder
from pymodbus.register_read_message import ReadHoldingRegistersResponse, ReadInputRegistersResponse
from pymodbus.transaction import ModbusAsciiFramer, ModbusRtuFramer, ModbusSocketFramer

RESPONSES = {
    1: ReadCoilsResponse,
    2: ReadDiscreteInputsResponse,
    3: ReadHoldingRegistersResponse,
    4: ReadInputRegistersResponse,
}
FRAMERS = {"tcp": ModbusSocketFramer, "rtu": ModbusRtuFramer, "ascii": ModbusAsciiFramer}
METHODS = {
    "bit": "decode_16bit_uint",
    "int16": "decode_16bit_int",
    "uint16": "decode_16bit_uint",
    "int32": "decode_32bit_int",
    "uint32": "decode_32bit_uint",
    "int64": "decode_64bit_int",
    "uint64": "decode_64bit_uint",
    "float32": "decode_32bit_float",
    "float64": "decode_64bit_float",
}


def frame_of(case):
    response = RESPONSES[case["function_code"]](case.get("bits") or case["registers"])
    response.unit_id = case["unit"]
    response.transaction_id = case["transaction"]
    return FRAMERS[case["framer"]](ServerDecoder()).buildPacket(response).hex()


def text_of(registers, swapped):
    payload = b"".join(struct.pack("<H" if swapped else ">H", register) for register in registers)
    text = BinaryPayloadDecoder(payload).decode_string(len(payload))
    return text.split(b"\0")[0].decode("utf-8").strip(" ")


def raw_of(case):
    kind, order = case["kind"], case["word_order"]
    if kind == "coil":
        return int(case["bits"][case["bit"]])
    swapped, reversed_words = order in ("BADC", "DCBA"), order in ("CDAB", "DCBA")
    if kind == "string":
        return text_of(case["registers"], swapped)
    decoder = BinaryPayloadDecoder.fromRegisters(
        case["registers"],
        byteorder=Endian.Little if swapped else Endian.Big,
        wordorder=Endian.Little if reversed_words else Endian.Big,
    )
    raw = getattr(decoder, METHODS[kind])()
    return raw >> case["bit"] & (1 << case["bit_count"]) - 1 if kind == "bit" else raw


def value_of(raw, case):
    try:
        return repr(float(Fraction(raw) * Fraction(case["factor"]) + Fraction(case["offset"])))
    except (OverflowError, ValueError):
        return "none"


def answer_of(case):
    raw = raw_of(case)
    is_text = case["kind"] == "string"
    return {
        "frame": frame_of(case),
        "raw": raw if is_text else repr(raw),
        "value": "none" if is_text else value_of(raw, case),
    }


for line in sys.stdin:
    print(json.dumps(answer_of(json.loads(line))))
