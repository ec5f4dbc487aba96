import { defineConfig } from 'vite';

// Built into build/studio, which `craton serve` finds beside the program. While working on the page: `npm run dev`, with
// `craton serve` on its usual port.
export default defineConfig({
  base: './',
  build: {
    outDir: '../build/studio',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    // The server's policy for content allows only files of its own, hence no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': process.env.CRATON_SERVER ?? 'http://127.0.0.1:8484' } },
});
