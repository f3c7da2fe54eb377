/** An event of the window: the server no longer speaks the protocol of this app, and no worker of this page finds the next version. */
export const APP_OUTDATED = 'vesper:app-outdated'
