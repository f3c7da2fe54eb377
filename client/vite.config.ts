import { readFileSync } from 'node:fs'
import { getConfig } from '@lingui/conf'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './manifest.ts'

const root = import.meta.dirname
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const proxied = ['/api', '/media', '/health', '/ready', '/mailbox', '/flags']

/** The login page, and what it is made of. */
const login =
  /client\/(log-in|form-draft|routes\/auth\/login|ui\/(password-field|checkbox|dusk-scene)|features\/(session|navigation\/public-layout))/

/** What is needed as soon as somebody is signed in: the navigation, the engine and the list of conversations. */
const conversations =
  /client\/(app-chrome|connected|socket|live|with-sync|sync(-\w+)?|features\/(navigation\/primary|conversations\/(?!recent))|routes\/messages\/(index|route))|\/sync\/(?!api)/

/** A thread, which the list does without. */
const thread = /client\/(features\/messages\/(?!lightbox)|routes\/messages\/\$)/

/** Most of what these hold is called when the app starts. */
const calledOnLoad = /^(shell|conversations|thread|dexie|tanstack|sync-engine)$/

export default defineConfig({
  root,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${root}/routes`,
      generatedRouteTree: `${root}/route-tree.gen.ts`,
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react(),
    lingui({ cwd: root }),
    // The preset's filter keeps Babel to the files that import a macro.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd: root }) }, { cwd: root })] }),
    tailwindcss(),
    preloadFont('figtree-latin-wght-normal'),
    stylesAfterStart(),
    compileAhead(calledOnLoad),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      // The worker is built under the name of its source, and served as sw.js.
      integration: {
        beforeBuildServiceWorker(options) {
          options.swDest = options.swDest.replace(/service-worker\.js$/, 'sw.js')
          options.injectManifest.swDest = options.swDest
        },
      },
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2}', 'favicon.svg', 'icons/icon-192.png'],
        globIgnores: ['sw.js', '**/figtree-latin-ext*'],
      },
    }),
  ],
  resolve: {
    // The shim for React below 18; React has had the hook ever since.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    target: 'es2022',
    // Once the service worker holds all files, a list of what to load first costs more than it saves.
    modulePreload: { resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []) },
    // A font or a picture as a data: address would need a weaker content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Dozens of small files compress badly: one for what every page needs first, one for each library that some
        // pages need, and what pages of our own share in a few.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 3 },
            { name: 'shell', test: /client\/ui\/logo/, priority: 3 },
            { name: 'login', test: login, priority: 2 },
            {
              name: 'controls',
              test: /client\/ui\/(field|text-field|notice|use-action|text-link|form-alert)/,
              priority: 3,
            },
            { name: 'conversations', test: conversations, priority: 2 },
            { name: 'thread', test: thread, priority: 1 },
            ...['react-hook-form', 'swr', 'dexie', '@radix-ui', '@tanstack/virtual-core'].map((library) => ({
              name: library.replace(/^@|\/.*/g, ''),
              test: new RegExp(`node_modules/${library}/`),
              priority: 3,
            })),
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: {
      // As a plain prefix, /api would take api.ts with it.
      ...Object.fromEntries(proxied.map((path) => [`^${path}([/?]|$)`, { target: server, changeOrigin: false }])),
      '/socket.io': { target: server, ws: true },
    },
  },
})

/** Starts loading the one font that the first paint needs before its style sheet has been read. */
function preloadFont(name: string): Plugin {
  return {
    name: 'vesper:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name))
        if (!file) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/**
 * Puts the style sheet behind what stands in the app's place until it starts, which would not be drawn before the style
 * sheet is there. Module scripts wait for it all the same.
 */
function stylesAfterStart(): Plugin {
  return {
    name: 'vesper:styles-after-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ''), html)
          .replace('</body>', `${sheets.join('')}</body>`)
      },
    },
  }
}

/** Tells V8 to compile all of these chunks beside the main thread while they load, instead of a function a call on it. */
function compileAhead(names: RegExp): Plugin {
  return {
    name: 'vesper:compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint counts in the first line only.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
