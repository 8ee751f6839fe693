import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './publish/compress-files.ts';

const api = 'http://127.0.0.1:37777';
const outDir = fileURLToPath(new URL('dist/web', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), blockRendering(), compress()],
  build: {
    outDir,
    emptyOutDir: true,
    // The content security policy knows no data: but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Libraries change less often than the app, and stay in the browser's cache when it does.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // With them what has to run before any schema is made, whichever chunk that lands in.
            { name: 'libraries', test: /node_modules\/|web\/forbid-eval/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The server answers only to its own host and origin.
    proxy: Object.fromEntries(
      ['/api', '/stream'].map((path) => [
        path,
        { target: api, changeOrigin: true, headers: { origin: api } },
      ]),
    ),
  },
});

/** The theme is set by the app's own script, since the page may hold no inline one: nothing is painted before. */
function blockRendering(): Plugin {
  return {
    name: 'block-rendering',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module" crossorigin', '$& blocking="render"'),
    },
  };
}

/** The server sends files as it finds them: they are compressed here, once, as small as they get. */
function compress(): Plugin {
  return { name: 'compress', apply: 'build', closeBundle: () => compressFiles(outDir) };
}
