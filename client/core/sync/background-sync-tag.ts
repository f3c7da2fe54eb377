/** By this name the page asks for a Background Sync, and the service worker hears of it. */
export const BACKGROUND_SYNC_TAG = 'vesper-outbox'
