import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from './publish/compress-files.ts';
import { stripRouteTexts } from './publish/strip-route-texts.ts';
import { writeLightModule } from './publish/write-light-module.ts';
import { writeServiceWorker } from './publish/write-service-worker.ts';

const api = 'http://127.0.0.1:37777';
const outDir = fileURLToPath(new URL('dist/web', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  plugins: [react(), tailwindcss(), leaveOutTexts(), lightenRoutes(), blockRendering(), finish()],
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
            { name: 'libraries', test: /node_modules\//, tags: ['$initial'] },
            { name: 'later-libraries', test: /node_modules\/(?!zod\/)/ },
            // Without files of their own, what several screens need is scattered over many small ones.
            { name: 'app', test: /src\/(?!web\/main\.tsx)/, tags: ['$initial'] },
            { name: 'schemas', test: /src\/schema\/|node_modules\/zod\// },
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

/** The client's routes and problems; the schemas in them are loaded when an answer of another build arrives. */
function lightenRoutes(): Plugin {
  const light = '\0light:';
  const schemas = '/src/schema/';
  return {
    name: 'lighten-routes',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /schema\/(?:routes\/[\w-]+-routes|problem)\.ts$/ },
      async handler(source, importer) {
        if (importer === undefined || importer.includes(schemas))
          return importer?.startsWith(light) === true ? source : null;
        const resolved = await this.resolve(source, importer, { skipSelf: true });
        return resolved === null ? null : light + resolved.id;
      },
    },
    load: {
      filter: { id: /^\0light:/ },
      handler: (id) => writeLightModule(id.slice(light.length)),
    },
    generateBundle(_, bundle) {
      const first = new Set<string>();
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (first.has(name) || chunk?.type !== 'chunk') return;
        first.add(name);
        if (chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')))
          this.error(`${name} is loaded before the first screen, and contains zod`);
        chunk.imports.forEach(visit);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
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
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await writeServiceWorker(outDir);
        compressFiles(outDir);
      },
    },
  };
}
