/**
 * Temperature of a module in the sun (Faiman).
 *
 * @param poaWm2 irradiance on the module's plane, W/m²
 * @param ambientC air temperature, °C
 * @param windMs wind speed at module height, m/s, ≥ 0
 * @param u0 constant heat loss, W/(m²·K), default 25
 * @param u1 wind-dependent heat loss, W/(m²·K·m/s), default 6.84
 * @returns °C; equal to the air at night; NaN in, NaN out
 *
 * T = Ta + POA / (u0 + u1·v). Source: Faiman (2008), Prog. Photovolt. 16; IEC 61853-2; pvlib
 * `temperature.faiman`.
 */
export function cellTemperatureC(
  poaWm2: number,
  ambientC: number,
  windMs: number,
  { u0 = 25, u1 = 6.84 }: { readonly u0?: number; readonly u1?: number } = {},
): number {
  return ambientC + poaWm2 / (u0 + u1 * windMs);
}
