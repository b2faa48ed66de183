/** Answers of geocoders in their documented formats: a house of a street, and a place that has a name. */

// nominatim.org/release-docs/latest/api/Output, jsonv2 with addressdetails
export const nominatimAnswer = () => [
  {
    place_id: 71_234_567,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'node',
    osm_id: 4_123_456_789,
    lat: '40.3512',
    lon: '18.1719',
    category: 'place',
    type: 'house',
    place_rank: 30,
    importance: 0.0000834,
    addresstype: 'place',
    name: '',
    display_name: '10, Via Giuseppe Garibaldi, Centro storico, Lecce, Puglia, 73100, Italia',
    address: {
      house_number: '10',
      road: 'Via Giuseppe Garibaldi',
      suburb: 'Centro storico',
      city: 'Lecce',
      county: 'Lecce',
      state: 'Puglia',
      postcode: '73100',
      country: 'Italia',
      country_code: 'it',
    },
    boundingbox: ['40.3511500', '40.3512500', '18.1718500', '18.1719500'],
  },
  {
    place_id: 71_234_568,
    osm_type: 'way',
    osm_id: 23_456_789,
    lat: '40.3518',
    lon: '18.1691',
    category: 'amenity',
    type: 'place_of_worship',
    name: 'Duomo di Lecce',
    display_name: 'Duomo di Lecce, Piazza del Duomo, Lecce, Puglia, 73100, Italia',
    address: { amenity: 'Duomo di Lecce', road: 'Piazza del Duomo', city: 'Lecce', country: 'Italia' },
  },
];

// github.com/komoot/photon: GeoJSON with its own properties
export const photonAnswer = () => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [18.1719, 40.3512] },
      properties: {
        osm_type: 'N',
        osm_id: 4_123_456_789,
        osm_key: 'place',
        osm_value: 'house',
        type: 'house',
        housenumber: '10',
        street: 'Via Giuseppe Garibaldi',
        postcode: '73100',
        city: 'Lecce',
        county: 'Lecce',
        state: 'Puglia',
        country: 'Italia',
        countrycode: 'IT',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [18.1741, 40.3529] },
      properties: {
        osm_type: 'R',
        osm_id: 41_825,
        osm_key: 'place',
        osm_value: 'city',
        type: 'city',
        name: 'Lecce',
        county: 'Lecce',
        state: 'Puglia',
        country: 'Italia',
        countrycode: 'IT',
        extent: [18.0, 40.5, 18.3, 40.3],
      },
    },
  ],
});

// developers.google.com/maps/documentation/places/web-service/text-search, with the field mask that is sent
export const googleAnswer = () => ({
  places: [
    {
      formattedAddress: 'Via Giuseppe Garibaldi, 10, 73100 Lecce LE, Italia',
      location: { latitude: 40.3512, longitude: 18.1719 },
      displayName: { text: 'Via Giuseppe Garibaldi, 10', languageCode: 'it' },
    },
  ],
});
