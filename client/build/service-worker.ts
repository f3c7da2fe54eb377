import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './manifest.ts'

/** Builds the worker and the web app manifest, and tells the worker which files it holds. */
export function serviceWorker(): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'service-worker',
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
      globPatterns: ['**/*.{js,css,html,woff2}', 'favicon.svg', 'assets/*.svg', 'icons/icon-192.png'],
      // LiveKit's client is large, and comes where a site uses it.
      globIgnores: ['sw.js', '**/figtree-latin-ext*', '**/view-by-livekit*', '**/livekit-client*'],
    },
  })
}
