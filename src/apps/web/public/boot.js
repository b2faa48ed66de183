// Runs before the first paint, as a file of its own because the security policy allows no inline scripts.
// zod must not compile validators with eval, which the same policy forbids.
globalThis.__zod_globalConfig = { jitless: true };

// The chosen theme stands before anything is painted, so that a dark screen never flashes white.
const chosen = localStorage.getItem('theme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
