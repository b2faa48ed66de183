import './mantine.css';
import './fonts.css';
import './tokens.css';
import './global.css';
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

const cobalt: MantineColorsTuple = [
  '#EEF3FF',
  '#DCE5FD',
  '#B6C8F9',
  '#8DA8F5',
  '#6A8DF1',
  '#547CEF',
  '#3B69EC',
  '#2456E6',
  '#1A4ACB',
  '#103EAF',
];
// Around the alarm's red; white on the filled shades (6 and 7) reaches 4.8:1 at least.
const red: MantineColorsTuple = [
  '#FEECEB',
  '#FCD9D6',
  '#F9B3AD',
  '#F58D84',
  '#F0675B',
  '#E5483B',
  '#D92D20',
  '#C8281C',
  '#B42318',
  '#912018',
];
const dark: MantineColorsTuple = [
  '#E6EBF2',
  '#C3CCD9',
  '#9AA7BA',
  '#5D6B80',
  '#2E3A4C',
  '#232D3C',
  '#1B2430',
  '#141B25',
  '#0F1620',
  '#0D131B',
];

// A browser stops at whatever scrolls: Tab would leave a field for its list, which is gone by then. What may be focused in
// a list box must be one of its parts, such as a group. What was typed leads to the first that fits: Enter takes it.
const foundAtOnce = {
  defaultProps: {
    scrollAreaProps: { viewportProps: { tabIndex: -1, role: 'group' } },
    selectFirstOptionOnChange: true,
  },
};

export const theme = createTheme({
  primaryColor: 'cobalt',
  // White on shade 6 reaches 4.75:1 in the dark theme; lighter shades do not.
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt, red, dark },
  fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
  defaultRadius: 8,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  breakpoints: { xs: '400px', sm: '769px', md: '1024px', lg: '1200px', xl: '1600px' },
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: false } },
    },
    Alert: { styles: { body: { minWidth: 0 }, message: { color: 'var(--text)' } } },
    Anchor: { defaultProps: { inherit: true, fw: 600 } },
    Fieldset: { styles: { root: { margin: 0 }, legend: { padding: 0, fontWeight: 600 } } },
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', fw: 600 },
      styles: { root: { '--badge-fz': '12px', '--badge-padding-x': '8px', letterSpacing: 0 } },
    },
    Popover: {
      defaultProps: { shadow: 'none' },
      styles: { dropdown: { boxShadow: 'var(--shadow-overlay)' } },
    },
    NavLink: { styles: { root: { borderRadius: 8 }, label: { fontWeight: 500 } } },
    Text: { defaultProps: { size: 'sm' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4 } },
    },
    Select: foundAtOnce,
    MultiSelect: foundAtOnce,
    Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
  },
});

const surfaces = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-anchor': 'var(--brand)',
};

/** What the library paints softly in a colour, an alert for one, takes the soft surface and text of a state. */
const softOf = (color: string, soft: string, text: string) => ({
  [`--mantine-color-${color}-light`]: soft,
  [`--mantine-color-${color}-light-color`]: text,
});

/** Lays the library's own variables over the tokens, so that its parts and ours share one palette. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...surfaces,
    '--mantine-color-placeholder': '#667285',
    '--mantine-color-default-border': '#D5DBE3',
    '--mantine-color-error': '#B42318',
    ...softOf('cobalt', '#EEF3FF', '#103EAF'),
    '--mantine-color-cobalt-light-hover': '#DCE5FD',
    ...softOf('red', '#FEECEB', '#B42318'),
    ...softOf('orange', '#FFF0E6', '#B1400A'),
    ...softOf('gray', '#EEF1F5', '#475467'),
    ...softOf('yellow', '#FEF8DC', '#854D0E'),
    ...softOf('teal', '#E7F8EF', '#05693E'),
  },
  dark: {
    ...surfaces,
    '--mantine-color-placeholder': '#8794A8',
    '--mantine-color-default-border': '#2E3A4C',
    '--mantine-color-error': '#FDA29B',
    ...softOf('red', '#3B1715', '#FDA29B'),
    ...softOf('orange', '#3A2013', '#FFB48A'),
    ...softOf('gray', '#232B38', '#CBD5E1'),
    ...softOf('yellow', '#332A0B', '#FDE68A'),
    ...softOf('teal', '#0E2D1F', '#86E5B1'),
    '--mantine-color-cobalt-light': '#1C2A4A',
    '--mantine-color-cobalt-light-hover': '#22345C',
    '--mantine-color-cobalt-light-color': '#A9BFFF',
  },
});

/** The theme chosen by hand; without one the system's holds. boot.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme' });
