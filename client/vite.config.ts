import { readFileSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks, isCalledOnLoad } from './build/chunks.ts'
import { compactRouteTree } from './build/compact-route-tree.ts'
import { compileAhead } from './build/compile-ahead.ts'
import { minifyPublic } from './build/minify-public.ts'
import { pageFiles } from './build/page-files.ts'
import { preloadFont } from './build/preload-font.ts'
import { serviceWorker } from './build/service-worker.ts'
import { stylesAfterStart } from './build/styles-after-start.ts'

const root = import.meta.dirname
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const proxied = ['/api', '/media', '/health', '/ready', '/mailbox', '/flags']

export default defineConfig({
  root,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${root}/routes`,
      generatedRouteTree: `${root}/app/route-tree.gen.ts`,
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    compactRouteTree(),
    react(),
    lingui({ cwd: root, macroTransform: true }),
    tailwindcss(),
    preloadFont('figtree-latin-wght-normal'),
    stylesAfterStart(),
    minifyPublic(['theme.js', 'start.js']),
    compileAhead(isCalledOnLoad),
    pageFiles(),
    serviceWorker(),
  ],
  resolve: {
    // The shim for React below 18; React has had the hook ever since.
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // The entry of the package is made for browsers without classes and async functions.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  build: {
    target: 'es2022',
    // Once the service worker holds all files, a list of what to load first costs more than it saves.
    modulePreload: {
      // A browser that knows no preloading loads a little later.
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // A font or a picture as a data: address would need a weaker content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: { entryFileNames: 'assets/shell-[hash].js', codeSplitting: { groups: chunks } },
    },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: {
      // As a plain prefix, /media would take more than that folder.
      ...Object.fromEntries(proxied.map((path) => [`^${path}([/?]|$)`, { target: server, changeOrigin: false }])),
      '/socket.io': { target: server, ws: true },
    },
  },
})
