/// <reference types="vite/client" />

/** Version of the client package. */
declare const __APP_VERSION__: string

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
