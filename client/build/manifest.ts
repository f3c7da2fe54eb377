import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest: how the installed app is called, looks, opens and what its icon offers. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Vesper: creators and fans',
  short_name: 'Vesper',
  description: 'Write to the creators you follow. Vesper keeps working when the line does not.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  launch_handler: { client_mode: 'navigate-existing' },
  theme_color: '#0f0c1d',
  background_color: '#0f0c1d',
  categories: ['social', 'entertainment', 'lifestyle'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: [
    {
      src: '/screenshots/narrow-messages.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Conversations on a phone',
    },
    {
      src: '/screenshots/wide-messages.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Conversations and a thread side by side',
    },
  ],
  // The service worker takes it, also without a connection.
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*'] }],
    },
  },
  shortcuts: [
    { name: 'Messages', url: '/messages', icons: [{ src: '/icons/shortcut-messages.png', sizes: '96x96' }] },
    {
      name: 'Waiting to be sent',
      short_name: 'Outbox',
      url: '/outbox',
      icons: [{ src: '/icons/shortcut-outbox.png', sizes: '96x96' }],
    },
    // A fan who is led here by mistake comes to the page that a fan has instead.
    { name: 'New post', url: '/creator/studio/new', icons: [{ src: '/icons/shortcut-post.png', sizes: '96x96' }] },
    { name: 'Go live', url: '/creator/live', icons: [{ src: '/icons/shortcut-live.png', sizes: '96x96' }] },
    { name: 'Media', url: '/creator/media', icons: [{ src: '/icons/shortcut-media.png', sizes: '96x96' }] },
    { name: 'Home', url: '/home', icons: [{ src: '/icons/shortcut-home.png', sizes: '96x96' }] },
  ],
}
