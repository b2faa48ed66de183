"""An independent Modbus server for the tests: pymodbus on a free port of the loopback, which it prints.

Usage: pymodbus_peer.py tcp|rtu|ascii, with pymodbus 3.0 (Debian) or a later 3.x. Ends with its standard input.
Holding registers from 0: float32 123456.0, int32 -123456 with its words swapped, uint64 2**53 - 1, float64 -1.5e-7,
int16 -2. Input registers from 0: 0, 1, 2 … 124. Coils 20-38 as in the protocol's example. Unit 7. Beyond: exception 2.
"""

import asyncio
import logging
import struct
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext

try:
    from pymodbus.server import ModbusTcpServer
except ImportError:
    from pymodbus.server.async_io import ModbusTcpServer

logging.disable(logging.CRITICAL)


def words(layout, value):
    packed = struct.pack(layout, value)
    return [int.from_bytes(packed[i : i + 2], "big") for i in range(0, len(packed), 2)]


HOLDING = (
    words(">f", 123456.0)
    + list(reversed(words(">i", -123456)))
    + words(">Q", 2**53 - 1)
    + words(">d", -1.5e-7)
    + words(">h", -2)
)
COILS = [False] * 19 + [bool((0xCD6B05 >> (16 - 8 * (i // 8))) >> (i % 8) & 1) for i in range(19)]


def device_context():
    try:
        from pymodbus.datastore import ModbusDeviceContext as Context
    except ImportError:
        from pymodbus.datastore import ModbusSlaveContext as Context
    # The data blocks count from 1, the protocol's addresses from 0.
    coils, holding, inputs = (ModbusSequentialDataBlock(1, values) for values in (COILS, HOLDING, list(range(125))))
    return Context(di=coils, co=coils, hr=holding, ir=inputs)


def server_context():
    unit = {7: device_context()}
    try:
        return ModbusServerContext(devices=unit, single=False)
    except TypeError:
        return ModbusServerContext(slaves=unit, single=False)


def framer_of(name):
    try:
        from pymodbus.framer import FramerType

        return {"tcp": FramerType.SOCKET, "rtu": FramerType.RTU, "ascii": FramerType.ASCII}[name]
    except ImportError:
        from pymodbus.transaction import ModbusAsciiFramer, ModbusRtuFramer, ModbusSocketFramer

        return {"tcp": ModbusSocketFramer, "rtu": ModbusRtuFramer, "ascii": ModbusAsciiFramer}[name]


def listening_port(server):
    """The port of the asyncio server, which lies elsewhere in each version."""
    for holder in (server, getattr(server, "transport", None)):
        inner = getattr(holder, "server", None) or holder
        for socket in getattr(inner, "sockets", None) or ():
            return socket.getsockname()[1]
    return None


async def main():
    server = ModbusTcpServer(server_context(), framer=framer_of(sys.argv[1]), address=("127.0.0.1", 0))
    task = asyncio.ensure_future(server.serve_forever())
    while (port := listening_port(server)) is None:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    print(port, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
