import { HOUR_MS } from '../../../../shared/units/zones.ts';

// Answers in the formats that the providers document, with made figures: at hour h the temperature is h, and at hour h of a day the
// radiation is 10 h.

export const PLACE = { lat_tenths: 455, lon_tenths: 92 };
export const NOW = Date.parse('2026-06-21T10:20:00Z');

const MIDNIGHT = Date.parse('2026-06-21T00:00:00Z');
const HOURS = Array.from({ length: 120 }, (_, hour) => hour);
const seconds = (hour: number) => (MIDNIGHT + hour * HOUR_MS) / 1000;
const at = (value: (hour: number) => number, hours = HOURS): number[] => hours.map(value);
/** Of 0…23, whatever the day. */
const hourOfDay = (hour: number): number => ((hour % 24) + 24) % 24;

/** @param past_days days before today that the answer begins with */
export const openMeteoAnswer = (past_days = 0) => {
  const hours = Array.from({ length: HOURS.length + past_days * 24 }, (_, i) => i - past_days * 24);
  return {
    latitude: 45.5,
    longitude: 9.2,
    generationtime_ms: 0.3,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    current: {
      time: NOW / 1000,
      interval: 900,
      temperature_2m: 24.3,
      relative_humidity_2m: 55,
      weather_code: 2,
      cloud_cover: 41,
      wind_speed_10m: 2.1,
    },
    hourly_units: { time: 'unixtime', temperature_2m: '°C', shortwave_radiation: 'W/m²' },
    hourly: {
      time: at(seconds, hours),
      temperature_2m: at((hour) => hour % 60, hours),
      relative_humidity_2m: at(() => 60, hours),
      weather_code: at((hour) => (hour === 30 ? 66 : hour === 31 ? 45 : 0), hours),
      cloud_cover: at(() => 5, hours),
      wind_speed_10m: at(() => 1.4, hours),
      precipitation: at(() => 0, hours),
      shortwave_radiation: at((hour) => hourOfDay(hour) * 10, hours),
      direct_normal_irradiance: at((hour) => hourOfDay(hour) * 5, hours),
      diffuse_radiation: at((hour) => hourOfDay(hour) * 2, hours),
    },
  };
};

export const openWeatherAnswer = () => ({
  lat: 45.5,
  lon: 9.2,
  timezone: 'Europe/Rome',
  timezone_offset: 7200,
  current: {
    dt: NOW / 1000,
    sunrise: seconds(3.5),
    sunset: seconds(19),
    temp: 19.5,
    feels_like: 19.6,
    pressure: 1014,
    humidity: 89,
    clouds: 90,
    visibility: 10_000,
    wind_speed: 3.1,
    wind_deg: 93,
    weather: [{ id: 501, main: 'Rain', description: 'moderate rain', icon: '10d' }],
  },
  hourly: HOURS.slice(10, 58).map((hour) => ({
    dt: seconds(hour),
    temp: hour % 60,
    humidity: 91,
    clouds: 100,
    wind_speed: 2.6,
    weather: [
      hour === 12
        ? { id: 511, main: 'Rain', description: 'freezing rain', icon: '13d' }
        : { id: 804, main: 'Clouds', description: 'overcast clouds', icon: '04d' },
    ],
    pop: 0.15,
    ...(hour === 10 ? { rain: { '1h': 1.5 } } : {}),
  })),
  daily: [0, 1, 2, 3, 4, 5, 6, 7].map((day) => ({
    dt: seconds(day * 24 + 11),
    summary: 'a day',
    temp: { day: 28, min: 17, max: 29, night: 18, eve: 25, morn: 18 },
    humidity: 69,
    clouds: 0,
    wind_speed: 4.7,
    weather: [{ id: 800, main: 'Clear', description: 'clear sky', icon: '01d' }],
    pop: 0,
  })),
});

export const meteoblueAnswer = () => ({
  metadata: { name: '', latitude: 45.5, longitude: 9.2, height: 120, utc_timeoffset: 0 },
  units: { time: 'timestamp_utc', temperature: 'C', windspeed: 'ms-1', ghi: 'Wm-2' },
  data_1h: {
    time: at(seconds),
    temperature: at((hour) => hour % 60),
    relativehumidity: at(() => 61),
    pictocode: at((hour) => (hour === 20 ? 99 : 19)),
    totalcloudcover: at(() => 70),
    windspeed: at(() => 2),
    precipitation: at(() => 0),
    ghi_backwards: at((hour) => hourOfDay(hour) * 10),
    dni_backwards: at((hour) => hourOfDay(hour) * 5),
    dif_backwards: at((hour) => hourOfDay(hour) * 2),
  },
});
