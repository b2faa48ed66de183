"""Writes sunspec-images.tsv: registers of SunSpec devices with what they mean, put together with Python's struct.

The offsets stand here a second time on purpose, written from the text of the information models and not from the
TypeScript beside it: what both agree on is right. Run it with python3 after a change: python3 sunspec_images.py
"""

import json
import struct
from fractions import Fraction
from pathlib import Path

PACK = {"s16": ">h", "u16": ">H", "s32": ">i", "u32": ">I", "u64": ">Q", "f32": ">f"}
NONE = {"s16": -0x8000, "u16": 0xFFFF, "s32": -0x80000000, "u32": 0xFFFFFFFF, "u64": 2**64 - 1, "f32": float("nan")}


def words_of(kind, raw):
    packed = struct.pack(PACK[kind], raw)
    return list(struct.unpack(f">{len(packed) // 2}H", packed))


def text(value, registers):
    packed = value.encode().ljust(registers * 2, b"\0")
    return list(struct.unpack(f">{registers}H", packed))


class Model:
    """All registers are "not implemented" until they are set. Scale factors differ, so that none passes for another."""

    def __init__(self, number, length, fill=0x8000):
        self.words = [number, length] + [fill] * length
        self.expect = {}

    def put(self, offset, words):
        self.words[offset : offset + len(words)] = words
        return self

    def scale(self, offset, exponent):
        return self.put(offset, words_of("s16", exponent))

    def none(self, offset, kind):
        return self.put(offset, words_of(kind, NONE[kind]))

    def value(self, name, offset, kind, raw, exponent=0, unit=Fraction(1)):
        self.put(offset, words_of(kind, raw))
        exact = Fraction(struct.unpack(PACK[kind], struct.pack(PACK[kind], raw))[0])
        self.expect[name] = float(exact * Fraction(10) ** exponent * unit)
        return self


KILO = Fraction(1, 1000)


def common(length=66, maker="Prüfwerk", model="PX-50", options="Net", version="2.4.1", serial="A0815", address=1):
    one = Model(1, length, 0)
    one.put(2, text(maker, 16)).put(18, text(model, 16)).put(34, text(options, 8)).put(42, text(version, 8))
    one.put(50, text(serial, 16)).put(66, [address])
    if length == 66:
        one.put(67, [0x8000])
    return one


def inverter(number):
    one = Model(number, 50)
    for offset in list(range(2, 6)) + list(range(7, 13)) + [16, 27, 29, 38, 39]:
        one.none(offset, "u16")
    for offset in range(40, 52, 2):
        one.none(offset, "u32")
    one.scale(6, -3).scale(13, -1).scale(15, 1).scale(17, -4).scale(19, 3).scale(21, 0).scale(23, -2)
    one.scale(26, 2).scale(28, -5).scale(30, -6).scale(32, 4).scale(37, -7)
    one.value("ac_current_total_a", 2, "u16", 7215, -3)
    one.value("current_l1_a", 3, "u16", 2405, -3)
    one.value("voltage_l1_v", 10, "u16", 2304, -1)
    if number > 101:
        one.value("current_l2_a", 4, "u16", 2404, -3).value("voltage_l2_v", 11, "u16", 2311, -1)
    if number > 102:
        one.value("current_l3_a", 5, "u16", 2406, -3).value("voltage_l3_v", 12, "u16", 2298, -1)
        one.value("voltage_l1_l2_v", 7, "u16", 3992, -1).value("voltage_l2_l3_v", 8, "u16", 3987, -1)
        one.value("voltage_l3_l1_v", 9, "u16", 3995, -1)
    one.value("ac_power_kw", 14, "s16", 4987, 1, KILO)
    one.value("frequency_hz", 16, "u16", 5002, -4)
    one.value("apparent_power_kva", 18, "s16", 5011, 3, KILO)
    one.value("reactive_power_kvar", 20, "s16", -1234, 0, KILO)
    one.value("power_factor", 22, "s16", -9846, -2, Fraction(1, 100))
    one.value("energy_total_kwh", 24, "u32", 3_000_123_456, 2, KILO)
    one.value("dc_current_a", 27, "u16", 45216, -5)
    one.value("dc_voltage_v", 29, "u16", 7012, -6)
    one.value("dc_power_kw", 31, "s16", 5102, 4, KILO)
    one.value("cabinet_temperature_c", 33, "s16", -45, -7)
    one.value("heat_sink_temperature_c", 34, "s16", 612, -7)
    one.value("inverter_state", 38, "u16", 4)
    one.value("vendor_state", 39, "u16", 307)
    one.value("event_code", 40, "u32", 0x80)
    one.value("event_flags_2", 42, "u32", 0)
    one.value("vendor_event_4", 50, "u32", 0x10001)
    return one


def inverter_float(number):
    one = Model(number, 60, 0)
    for offset in range(2, 48, 2):
        one.none(offset, "f32")
    one.none(48, "u16").none(49, "u16")
    for offset in range(50, 62, 2):
        one.none(offset, "u32")
    one.value("ac_current_total_a", 2, "f32", 72.15).value("current_l1_a", 4, "f32", 24.05)
    one.value("voltage_l1_v", 16, "f32", 230.4)
    if number > 111:
        one.value("current_l2_a", 6, "f32", 24.04).value("voltage_l2_v", 18, "f32", 231.1)
    if number > 112:
        one.value("current_l3_a", 8, "f32", 24.06).value("voltage_l3_v", 20, "f32", 229.8)
        one.value("voltage_l1_l2_v", 10, "f32", 399.2).value("voltage_l2_l3_v", 12, "f32", 398.7)
        one.value("voltage_l3_l1_v", 14, "f32", 399.5)
    one.value("ac_power_kw", 22, "f32", 49870.5, 0, KILO).value("frequency_hz", 24, "f32", 50.02)
    one.value("apparent_power_kva", 26, "f32", 50110.0, 0, KILO)
    one.value("reactive_power_kvar", 28, "f32", -1234.5, 0, KILO)
    one.value("power_factor", 30, "f32", 99.5, 0, Fraction(1, 100))
    one.value("energy_total_kwh", 32, "f32", 123456789.0, 0, KILO)
    one.value("dc_current_a", 34, "f32", 45.216).value("dc_voltage_v", 36, "f32", 701.2)
    one.value("dc_power_kw", 38, "f32", 51020.0, 0, KILO)
    one.value("cabinet_temperature_c", 40, "f32", -4.5).value("other_temperature_c", 46, "f32", 33.25)
    one.value("inverter_state", 48, "u16", 5).value("event_code", 50, "u32", 3).value("event_flags_2", 52, "u32", 0)
    return one


def nameplate():
    one = Model(120, 26)
    one.scale(4, 1).scale(6, 2).scale(11, 0).scale(13, -1).scale(20, 2).scale(22, 0).scale(24, 1).scale(26, 1)
    for offset in (3, 5, 12, 19, 21, 23, 25):
        one.none(offset, "u16")
    one.value("rated_power_kw", 3, "u16", 5000, 1, KILO)
    one.value("rated_apparent_power_kva", 5, "u16", 555, 2, KILO)
    for quadrant, raw in zip((1, 2, 3, 4), (30000, -30000, 29000, -29000)):
        one.value(f"rated_reactive_power_q{quadrant}_kvar", 6 + quadrant, "s16", raw, 0, KILO)
    one.value("rated_current_a", 12, "u16", 805, -1)
    one.value("rated_storage_kwh", 19, "u16", 100, 2, KILO)
    one.value("rated_storage_ah", 21, "u16", 200)
    one.value("rated_charge_power_kw", 23, "u16", 500, 1, KILO)
    one.value("rated_discharge_power_kw", 25, "u16", 450, 1, KILO)
    return one


def settings():
    one = Model(121, 30)
    for offset, exponent in ((22, 1), (23, -1), (24, 0), (25, -1), (26, 1), (27, 0), (28, -1), (31, -2)):
        one.scale(offset, exponent)
    for offset in (2, 3, 5, 6, 7, 12, 20):
        one.none(offset, "u16")
    one.value("max_power_kw", 2, "u16", 4500, 1, KILO).value("reference_grid_voltage_v", 3, "u16", 4000, -1)
    one.value("reference_voltage_offset_v", 4, "s16", -3).value("max_voltage_v", 5, "u16", 2645, -1)
    one.value("min_voltage_v", 6, "u16", 1840, -1).value("max_apparent_power_kva", 7, "u16", 4600, 1, KILO)
    for quadrant, raw in zip((1, 2, 3, 4), (20000, -20000, 19000, -19000)):
        one.value(f"max_reactive_power_q{quadrant}_kvar", 7 + quadrant, "s16", raw, 0, KILO)
    one.value("ramp_rate_pct_s", 12, "u16", 200, -1).value("nominal_frequency_hz", 20, "u16", 5000, -2)
    return one


def status():
    one = Model(122, 44)
    one.scale(30, 1).scale(32, 1).scale(45, 3)
    for offset in (5, 9, 13, 17, 21, 25):
        one.put(offset, [0, 0, 0, 0])
    for offset in (33, 35):
        one.none(offset, "u32")
    one.none(31, "u16").none(43, "u16").none(44, "u16")
    one.value("pv_connection", 2, "u16", 7).value("storage_connection", 3, "u16", 0)
    one.value("grid_connection", 4, "u16", 1)
    one.value("energy_lifetime_kwh", 5, "u64", 9_876_543_210_123, 0, KILO)
    one.value("apparent_energy_export_kvah", 9, "u64", 9_900_000_000_000, 0, KILO)
    one.value("reactive_energy_q4_kvarh", 25, "u64", 77_000, 0, KILO)
    one.value("available_reactive_power_kvar", 29, "s16", 250, 1, KILO)
    one.value("available_power_kw", 31, "u16", 4987, 1, KILO)
    one.put(33, [0, 1]).value("active_controls", 35, "u32", 4)
    one.value("ride_through", 43, "u16", 0)
    one.value("isolation_resistance_kohm", 44, "u16", 1250, 3, KILO)
    return one


def controls():
    one = Model(123, 24)
    one.scale(23, -1).scale(24, -4).scale(25, 0)
    for offset in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 19, 20, 21, 22):
        one.none(offset, "u16")
    one.value("connection_command", 4, "u16", 1).value("power_limit_pct", 5, "u16", 700, -1)
    one.value("power_limit_on", 9, "u16", 1).value("power_factor_setpoint", 10, "s16", -9500, -4)
    one.value("power_factor_setpoint_on", 14, "u16", 0)
    one.value("reactive_setpoint_of_power_pct", 15, "s16", -20)
    one.value("reactive_setpoint_of_most_pct", 16, "s16", 30).value("reactive_setpoint_of_available_pct", 17, "s16", 40)
    one.value("reactive_setpoint_mode", 21, "u16", 1).value("reactive_setpoint_on", 22, "u16", 0)
    return one


def storage():
    one = Model(124, 24)
    for offset, exponent in ((18, 1), (19, 0), (20, 1), (21, -1), (22, -2), (23, 0), (24, -1), (25, -2)):
        one.scale(offset, exponent)
    for offset in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17):
        one.none(offset, "u16")
    one.value("max_charge_power_kw", 2, "u16", 500, 1, KILO).value("charge_ramp_pct_s", 3, "u16", 100)
    one.value("discharge_ramp_pct_s", 4, "u16", 90).value("storage_control_mode", 5, "u16", 3)
    one.value("max_charge_apparent_kva", 6, "u16", 510, 1, KILO).value("storage_reserve_pct", 7, "u16", 100, -1)
    one.value("state_of_charge_pct", 8, "u16", 7350, -2).value("storage_available_ah", 9, "u16", 120)
    one.value("battery_voltage_v", 10, "u16", 4012, -1).value("storage_state", 11, "u16", 4)
    one.value("discharge_limit_pct", 12, "s16", 10000, -2).value("charge_limit_pct", 13, "s16", -5000, -2)
    one.value("charge_from_grid", 17, "u16", 1)
    return one


def trackers():
    one = Model(160, 8 + 3 * 20, 0)
    one.scale(2, -2).scale(3, -1).scale(4, 0).scale(5, 1).none(6, "u32").put(8, [3]).put(9, [0xFFFF])
    for block, (amps, volts, watts, energy) in enumerate([(812, 6123, 4971, 123456), (0, 120, 0, 234567)]):
        at = 10 + 20 * block
        nn = f"{block + 1:02d}"
        one.put(at, [block + 1]).put(at + 1, text(f"String {block + 1}", 8))
        one.value(f"mppt_{nn}_current_a", at + 9, "u16", amps, -2)
        one.value(f"mppt_{nn}_voltage_v", at + 10, "u16", volts, -1)
        one.value(f"mppt_{nn}_power_kw", at + 11, "u16", watts, 0, KILO)
        one.value(f"mppt_{nn}_energy_kwh", at + 12, "u32", energy, 1, KILO)
        one.none(at + 14, "u32").none(at + 16, "s16")
        one.value(f"mppt_{nn}_state", at + 17, "u16", 4 - 2 * block)
        one.value(f"mppt_{nn}_events", at + 18, "u32", block)
    at = 50
    one.put(at, [3]).put(at + 1, text("", 8)).none(at + 9, "u16").none(at + 10, "u16").none(at + 11, "u16")
    one.put(at + 12, [0, 0]).none(at + 14, "u32").none(at + 16, "s16").none(at + 17, "u16").none(at + 18, "u32")
    return one


def meter(number):
    one = Model(number, 105)
    for offset in list(range(38, 54, 2)) + list(range(55, 71, 2)) + list(range(72, 104, 2)):
        one.put(offset, [0, 0])
    one.scale(6, -4).scale(15, -1).scale(17, -3).scale(22, 1).scale(27, 2).scale(32, 0).scale(37, -2)
    one.scale(54, 3).scale(71, 4).scale(104, 5)
    names = [
        (2, "ac_current_total_a", "current_l{}_a", -4, Fraction(1), 3001),
        (7, "voltage_phases_v", "voltage_l{}_v", -1, Fraction(1), 2301),
        (18, "ac_power_kw", "ac_power_l{}_kw", 1, KILO, -2101),
        (23, "apparent_power_kva", "apparent_power_l{}_kva", 2, KILO, 2150),
        (28, "reactive_power_kvar", "reactive_power_l{}_kvar", 0, KILO, 321),
        (33, "power_factor", "power_factor_l{}", -2, Fraction(1, 100), -9771),
    ]
    for offset, total, phase, exponent, unit, raw in names:
        one.value(total, offset, "s16", raw, exponent, unit)
        for line in (1, 2, 3):
            one.value(phase.format(line), offset + line, "s16", raw - 10 * line, exponent, unit)
    one.value("voltage_lines_v", 11, "s16", 3990, -1).value("voltage_l1_l2_v", 12, "s16", 3989, -1)
    one.value("voltage_l2_l3_v", 13, "s16", 3991, -1).value("voltage_l3_l1_v", 14, "s16", 3992, -1)
    one.value("frequency_hz", 16, "s16", 4998, -3)
    one.value("energy_total_kwh", 38, "u32", 0, 3, KILO)
    one.value("energy_export_l2_kwh", 42, "u32", 4_000_000_001, 3, KILO)
    one.value("energy_import_kwh", 46, "u32", 87_654_321, 3, KILO)
    one.value("energy_import_l3_kwh", 52, "u32", 7, 3, KILO)
    one.value("apparent_energy_export_kvah", 55, "u32", 11, 4, KILO)
    one.value("apparent_energy_import_kvah", 63, "u32", 12, 4, KILO)
    for quadrant in (1, 2, 3, 4):
        one.value(f"reactive_energy_q{quadrant}_kvarh", 64 + 8 * quadrant, "u32", 100 + quadrant, 5, KILO)
    one.value("event_code", 105, "u32", 4)
    return one


def meter_float(number):
    one = Model(number, 124, 0)
    for offset in range(2, 124, 2):
        one.none(offset, "f32")
    one.none(124, "u32")
    for offset, total, phase, unit, raw in [
        (2, "ac_current_total_a", "current_l{}_a", Fraction(1), 30.01),
        (10, "voltage_phases_v", "voltage_l{}_v", Fraction(1), 230.1),
        (28, "ac_power_kw", "ac_power_l{}_kw", KILO, -21010.0),
        (36, "apparent_power_kva", "apparent_power_l{}_kva", KILO, 21500.0),
        (44, "reactive_power_kvar", "reactive_power_l{}_kvar", KILO, 3210.0),
        (52, "power_factor", "power_factor_l{}", Fraction(1), -0.9),
    ]:
        one.value(total, offset, "f32", raw, 0, unit)
        for line in (1, 2, 3):
            one.value(phase.format(line), offset + 2 * line, "f32", raw * (1 - line / 100), 0, unit)
    one.value("voltage_lines_v", 18, "f32", 399.0).value("voltage_l1_l2_v", 20, "f32", 398.9)
    one.value("voltage_l2_l3_v", 22, "f32", 399.1).value("voltage_l3_l1_v", 24, "f32", 399.2)
    one.value("frequency_hz", 26, "f32", 49.98)
    one.value("energy_total_kwh", 60, "f32", 0.0, 0, KILO).value("energy_import_kwh", 68, "f32", 876543.0, 0, KILO)
    one.value("energy_export_l3_kwh", 66, "f32", 12.0, 0, KILO)
    one.value("apparent_energy_export_kvah", 76, "f32", 11.0, 0, KILO)
    one.value("apparent_energy_import_kvah", 84, "f32", 12.0, 0, KILO)
    for quadrant in (1, 2, 3, 4):
        one.value(f"reactive_energy_q{quadrant}_kvarh", 84 + 8 * quadrant, "f32", 100.0 + quadrant, 0, KILO)
    one.value("event_code", 124, "u32", 4)
    return one


def irradiance(sets):
    one = Model(302, 5 * sets, 0xFFFF)
    for index in range(sets):
        end = "" if index == 0 else f"_{index + 1}"
        at = 2 + 5 * index
        one.value(f"irradiance_ghi_wm2{end}", at, "u16", 801 + index)
        one.value(f"irradiance_poa_wm2{end}", at + 1, "u16", 902 + index)
        one.value(f"irradiance_direct_wm2{end}", at + 3, "u16", 703 + index)
    return one


def weather():
    module = Model(303, 2).value("module_temperature_c", 2, "s16", 455, -1)
    module.value("module_temperature_c_2", 3, "s16", -12, -1)
    incline = Model(304, 6).value("inclination_x_deg", 2, "s32", 3012, -2)
    incline.none(4, "s32").none(6, "s32").value("inclination_z_deg", 6, "s32", -150, -2)
    place = Model(305, 36, 0).put(2, text("101112.000Z", 6)).put(8, text("20260101", 4)).put(12, text("Field 7", 20))
    place.value("latitude_deg", 32, "s32", 414622000, -7).value("longitude_deg", 34, "s32", -155446000, -7)
    place.value("altitude_m", 36, "s32", 76)
    reference = Model(306, 4).value("reference_irradiance_wm2", 2, "u16", 888)
    reference.value("reference_current_a", 3, "u16", 8).value("reference_voltage_v", 4, "u16", 39)
    reference.none(5, "u16")
    base = Model(307, 11).value("ambient_temperature_c", 2, "s16", -37, -1).value("relative_humidity_pct", 3, "s16", 61)
    base.value("air_pressure_hpa", 4, "s16", 1013).value("wind_speed_ms", 5, "s16", 4)
    base.value("wind_direction_deg", 6, "s16", 270).value("rain_mm", 7, "s16", 2).value("precipitation_type", 9, "s16", 61)
    base.value("soil_wetness_pct", 12, "s16", 33)
    return [base, irradiance(2), module, incline, place, reference]


def mini_weather():
    one = Model(308, 4).value("irradiance_ghi_wm2", 2, "u16", 640).value("module_temperature_c", 3, "s16", 399, -1)
    return one.value("ambient_temperature_c", 4, "s16", 251, -1).value("wind_speed_ms", 5, "u16", 3)


def combiner(number, strings):
    advanced = number in (402, 404)
    own = number in (403, 404)
    start = {401: 16, 402: 22, 403: 18, 404: 27}[number]
    step = 14 if advanced else 8
    one = Model(number, start - 2 + strings * step)
    count = 8 if advanced else 6
    one.scale(2, -1).scale(3, 0).scale(4, -2).put(count, [strings])
    if advanced:
        one.scale(5, 1).scale(6, 2)
    if own:
        at = 22 if advanced else 16
        one.scale(at, -3).scale(at + 1, 3)
        if advanced:
            one.scale(24, -4).scale(25, 4).scale(26, 5)
    first = count + 1
    volts = "s16" if own else "u16"
    one.value("event_code", first, "u32", 0).none(first + 2, "u32")
    one.value("dc_current_a", first + 4, "s16", 1234, -1)
    one.value("dc_charge_ah", first + 5, "u32", 77, 0)
    one.value("dc_voltage_v", first + 7, volts, 7001, -2)
    one.value("cabinet_temperature_c", first + 8, "s16", 41)
    if advanced:
        one.value("dc_power_kw", 18, "s16", 8640, 1, KILO)
        one.value("dc_performance_pct", 19, "s16", 97)
        one.value("dc_energy_kwh", 20, "u32", 5_000_000, 2, KILO)
    for index in range(strings):
        at = start + step * index
        nn = f"{index + 1:02d}"
        one.put(at, [index + 1]).none(at + 3, "u32")
        one.value(f"string_events_{nn}", at + 1, "u32", index)
        one.value(f"string_current_{nn}_a", at + 5, "s16", 801 + index, -3 if own else -1)
        one.value(f"string_charge_{nn}_ah", at + 6, "u32", 6 + index, 3 if own else 0)
        if advanced:
            one.value(f"string_voltage_{nn}_v", at + 8, volts, 700 + index, -4 if own else -2)
            one.value(f"string_power_{nn}_kw", at + 9, "s16", 560 + index, 4 if own else 2, KILO)
            one.value(f"string_energy_{nn}_kwh", at + 10, "u32", 9000 + index, 5 if own else 0, KILO)
    return one


def case(name, models, base=40000):
    words = [0x5375, 0x6E53]
    expect = {}
    for model in models:
        words += model.words
        expect.update(model.expect)
    return {"name": name, "base": base, "words": words + [0xFFFF, 0], "expect": expect}


CASES = [
    *[case(f"inverter {n}", [common(65), inverter(n)]) for n in (101, 102, 103)],
    *[case(f"inverter {n}", [common(), inverter_float(n)], 50000) for n in (111, 112, 113)],
    case("nameplate, settings, status, controls", [common(), nameplate(), settings(), status(), controls()], 0),
    case("storage and trackers", [common(), storage(), trackers()]),
    *[case(f"meter {n}", [common(), meter(n)]) for n in (201, 202, 203, 204)],
    *[case(f"meter {n}", [common(), meter_float(n)]) for n in (211, 212, 213, 214)],
    case("weather station", [common(), *weather()]),
    case("small weather station", [common(), mini_weather()]),
    *[case(f"string combiner {n}", [common(), combiner(n, 5)]) for n in (401, 402, 403, 404)],
]

if __name__ == "__main__":
    rows = [[c["name"], str(c["base"]), "".join(f"{w:04x}" for w in c["words"]), json.dumps(c["expect"])] for c in CASES]
    Path(__file__).with_name("sunspec-images.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
