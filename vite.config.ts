import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './publish/compress-files.ts';
import { stripRouteTexts } from './publish/strip-route-texts.ts';
import { writeServiceWorker } from './publish/write-service-worker.ts';

const api = 'http://127.0.0.1:37777';
const outDir = fileURLToPath(new URL('dist/web', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), leaveOutTexts(), blockRendering(), finish()],
  build: {
    outDir,
    emptyOutDir: true,
    // The content security policy allows data: for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Libraries change less often than the app, so they stay in the browser's cache when it changes.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // Includes what must run before any schema is created, whichever chunk that is in.
            { name: 'libraries', test: /node_modules\/|web\/forbid-eval/, tags: ['$initial'] },
            { name: 'later-libraries', test: /node_modules\// },
            // Every screen needs most of them: without a file of their own, they are scattered over many small ones.
            { name: 'shapes', test: /src\/(schema|client)\// },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The server accepts only its own host and origin.
    proxy: Object.fromEntries(
      ['/api', '/stream'].map((path) => [
        path,
        { target: api, changeOrigin: true, headers: { origin: api } },
      ]),
    ),
  },
});

function leaveOutTexts(): Plugin {
  return {
    name: 'leave-out-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/schema\/routes\/[\w-]+-routes\.ts$/ },
      handler: (code) => ({ code: stripRouteTexts(code), map: null }),
    },
  };
}

/** The app's own script sets the theme, because the page may not contain inline scripts; nothing is painted before it runs. */
function blockRendering(): Plugin {
  return {
    name: 'block-rendering',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module" crossorigin', '$& blocking="render"'),
    },
  };
}

/** The server sends files as they are, so they are compressed here once, at the highest level. */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    async closeBundle() {
      await writeServiceWorker(outDir);
      compressFiles(outDir);
    },
  };
}
