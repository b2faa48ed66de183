import { type Model, point } from '../model.ts';

/** Source: SunSpec information models 302–308. */
export const weatherModels: readonly Model[] = [
  {
    id: 302,
    label_en: 'Irradiance',
    label_it: 'Irraggiamento',
    length: 0,
    points: [],
    block: {
      offset: 2,
      length: 5,
      points: [
        point('POAI', 3, 'uint16', { name: 'irradiance_poa_wm2' }),
        point('GHI', 2, 'uint16', { name: 'irradiance_ghi_wm2' }),
        point('DFI', 4, 'uint16', { name: 'irradiance_diffuse_wm2' }),
        point('DNI', 5, 'uint16', { name: 'irradiance_direct_wm2' }),
        point('OTI', 6, 'uint16', { name: 'irradiance_other_wm2' }),
      ],
    },
  },
  {
    id: 303,
    label_en: 'Module temperature',
    label_it: 'Temperatura moduli',
    length: 0,
    points: [],
    block: {
      offset: 2,
      length: 1,
      points: [point('TmpBOM', 2, 'int16', { scale: -1, name: 'module_temperature_c', mandatory: true })],
    },
  },
  {
    id: 304,
    label_en: 'Inclinometer',
    label_it: 'Inclinometro',
    length: 0,
    points: [],
    block: {
      offset: 2,
      length: 6,
      points: [
        point('Inclx', 2, 'int32', { scale: -2, name: 'inclination_x_deg', mandatory: true }),
        point('Incly', 4, 'int32', { scale: -2, name: 'inclination_y_deg' }),
        point('Inclz', 6, 'int32', { scale: -2, name: 'inclination_z_deg' }),
      ],
    },
  },
  {
    id: 305,
    label_en: 'Position',
    label_it: 'Posizione',
    length: 36,
    points: [
      point('Tm', 2, 'string', { size: 6 }),
      point('Date', 8, 'string', { size: 4 }),
      point('Loc', 12, 'string', { size: 20, name: 'location' }),
      point('Lat', 32, 'int32', { scale: -7, name: 'latitude_deg' }),
      point('Long', 34, 'int32', { scale: -7, name: 'longitude_deg' }),
      point('Alt', 36, 'int32', { name: 'altitude_m' }),
    ],
  },
  {
    id: 306,
    label_en: 'Reference point',
    label_it: 'Punto di riferimento',
    length: 4,
    points: [
      point('GHI', 2, 'uint16', { name: 'reference_irradiance_wm2' }),
      point('A', 3, 'uint16', { name: 'reference_current_a' }),
      point('V', 4, 'uint16', { name: 'reference_voltage_v' }),
      point('Tmp', 5, 'uint16', { name: 'reference_temperature_c' }),
    ],
  },
  {
    id: 307,
    label_en: 'Weather',
    label_it: 'Meteo',
    length: 11,
    points: [
      point('TmpAmb', 2, 'int16', { scale: -1, name: 'ambient_temperature_c' }),
      point('RH', 3, 'int16', { name: 'relative_humidity_pct' }),
      point('Pres', 4, 'int16', { name: 'air_pressure_hpa' }),
      point('WndSpd', 5, 'int16', { name: 'wind_speed_ms' }),
      point('WndDir', 6, 'int16', { name: 'wind_direction_deg' }),
      point('Rain', 7, 'int16', { name: 'rain_mm' }),
      point('Snw', 8, 'int16', { name: 'snow_depth_mm' }),
      point('PPT', 9, 'int16', { name: 'precipitation_type' }),
      point('ElecFld', 10, 'int16', { name: 'electric_field_vm' }),
      point('SurWet', 11, 'int16', { name: 'surface_wetness_kohm' }),
      point('SoilWet', 12, 'int16', { name: 'soil_wetness_pct' }),
    ],
  },
  {
    id: 308,
    label_en: 'Small weather station',
    label_it: 'Stazione meteo ridotta',
    length: 4,
    points: [
      point('GHI', 2, 'uint16', { name: 'irradiance_ghi_wm2' }),
      point('TmpBOM', 3, 'int16', { scale: -1, name: 'module_temperature_c' }),
      point('TmpAmb', 4, 'int16', { scale: -1, name: 'ambient_temperature_c' }),
      point('WndSpd', 5, 'uint16', { name: 'wind_speed_ms' }),
    ],
  },
];
